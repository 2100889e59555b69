import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { ChatMessage } from '../../stand-in/state/message';
import { createDomList } from './domList';
import { customerId, host, token } from './pageParameters';

const append = createDomList();
const connection = new HubConnectionBuilder()
  .withUrl(`${host}/chatHub66?userId=${customerId}`, { accessTokenFactory: () => token })
  .configureLogging(LogLevel.Error)
  .build();
connection.on('ReceiveMessage', (message: ChatMessage) => append([message]));
void connection.start();
