import { invalid } from './body';
import { defaultSwitches, type Switches } from './switches';

/** Changes the named switches only; below `calls` and `invocations`, the named entries only. */
export function patchSwitches(switches: Switches, patch: object): Switches {
  const known = Object.keys(defaultSwitches());
  for (const [name, value] of Object.entries(patch) as [string, unknown][]) {
    if (!known.includes(name)) throw invalid(name, `There is no switch '${name}'.`);
    const isTable = name === 'calls' || name === 'invocations';
    const merged = isTable ? { ...switches[name], ...(value as object) } : value;
    Object.assign(switches, { [name]: merged });
  }
  return switches;
}
