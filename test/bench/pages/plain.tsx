import { mount } from './mount';
import { RowList } from './RowList';

mount(RowList);
