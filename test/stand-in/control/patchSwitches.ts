import { invalid } from '../rest/httpError';
import { defaultSwitches, type Switches } from './switches';

/** Merges a patch into the switches; `calls` and `invocations` are merged entry by entry. */
export function patchSwitches(switches: Switches, patch: object): Switches {
  const known = Object.keys(defaultSwitches());
  for (const [name, value] of Object.entries(patch) as [string, unknown][]) {
    if (!known.includes(name)) throw invalid(name, `There is no switch '${name}'.`);
    const hasEntries = name === 'calls' || name === 'invocations';
    const merged = hasEntries ? { ...switches[name], ...(value as object) } : value;
    Object.assign(switches, { [name]: merged });
  }
  return switches;
}
