import { HubConnectionBuilder } from '@microsoft/signalr';
import './login.mjs';

// The chat needs the packages of the login screen and SignalR.
void new HubConnectionBuilder().withUrl(globalThis.location.href).build().start();
