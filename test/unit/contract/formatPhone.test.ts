import { formatPhone } from '../../../src/contract/formatPhone';

test.each([
  ['+994501234567', '050 123 45 67'],
  ['+9945012345678', '+9945012345678'],
  ['x+994501234567', 'x+994501234567'],
  ['+994abcdefghi', '+994abcdefghi'],
])('formatPhone shows %p as %p', (phone, shown) => expect(formatPhone(phone)).toBe(shown));
