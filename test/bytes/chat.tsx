import { HubConnectionBuilder } from '@microsoft/signalr';
import './login';

// The chat needs the packages of the login screen and SignalR.
void new HubConnectionBuilder().withUrl(location.href).build().start();
