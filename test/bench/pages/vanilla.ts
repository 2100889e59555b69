import { createDomList } from './domList';
import { fetchHistory } from './fetchHistory';

const append = createDomList();
window.receiveMessage = (message) => append([message]);
void fetchHistory().then(append);
