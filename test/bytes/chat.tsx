import { HubConnectionBuilder } from '@microsoft/signalr';
import './login';

// The login screen's packages, and the one that the chat needs besides.
void new HubConnectionBuilder().withUrl(location.href).build().start();
