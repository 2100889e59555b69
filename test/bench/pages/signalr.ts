import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { ChatMessage } from '../../provider/message';
import { drawBareList } from './bareList';
import { customerId, host, token } from './provider';

const append = drawBareList();
const connection = new HubConnectionBuilder()
  .withUrl(`${host}/chatHub66?userId=${customerId}`, { accessTokenFactory: () => token })
  .configureLogging(LogLevel.Error)
  .build();
connection.on('ReceiveMessage', (message: ChatMessage) => append([message]));
void connection.start();
