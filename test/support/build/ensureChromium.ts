import { ensureChromium } from './findChromium';
import { runMain } from './processes';

runMain(ensureChromium);
