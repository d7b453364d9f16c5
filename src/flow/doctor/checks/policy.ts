import { type Check, ok, wrong } from '../check.ts';
import { names } from '../names.ts';

export const policy: Check = {
  name: names.policy,
  asks: 'policy.json',
  async examine({ policy: given }) {
    if ('read' in given) return [ok('policy.json can be read.')];
    return given.problems.map((problem) => wrong(`${problem}.`, 'Correct that line in policy.json.'));
  },
};
