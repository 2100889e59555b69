import { drawBareList } from './bareList';
import { fetchHistory } from './provider';

const append = drawBareList();
window.feed = (message) => append([message]);
void fetchHistory().then(append);
