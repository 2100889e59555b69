import { renderPage } from './renderPage';
import { RowList } from './RowList';

renderPage(RowList);
