import { type Check, ok, wrong } from '../probes/check.ts';
import { names } from '../probes/check-names.ts';

export const policy: Check = {
  name: names.policy,
  asks: 'policy.json',
  async examine({ policy: given }) {
    if ('read' in given) return [ok('policy.json can be read.')];
    return given.problems.map((problem) => wrong(`${problem}.`, 'Correct that line in policy.json.'));
  },
};
