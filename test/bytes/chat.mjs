import { HubConnectionBuilder } from '@microsoft/signalr';
import { LinkifyIt } from 'linkify-it';
import './login.mjs';

// The chat needs the packages of the login screen, SignalR and linkify-it.
void new HubConnectionBuilder().withUrl(globalThis.location.href).build().start();
globalThis.console.log(new LinkifyIt().match(globalThis.document.title));
