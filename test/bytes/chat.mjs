import { HubConnectionBuilder } from '@microsoft/signalr';
import LinkifyIt from 'linkify-it';
import './login';

// The chat needs the packages of the login screen, SignalR and linkify-it.
void new HubConnectionBuilder().withUrl(location.href).build().start();
console.log(new LinkifyIt().match(document.title));
