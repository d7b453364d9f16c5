import { freezeAt, freezeInWords, spanOf, windowInWords } from '../../policy/freeze.ts';
import { type Check, ok, warning, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';

export const policy: Check = {
  name: checkNames.policy,
  system: 'policy.json',
  async run({ policy: given, clock }) {
    if ('problems' in given) {
      return given.problems.map((problem) => wrong(`${problem}.`, 'Correct that line in policy.json.'));
    }
    const { read } = given;
    const now = clock();
    const over = read.freeze
      .filter((window) => !window.days && spanOf(window).to <= now)
      .map((window) =>
        warning(`This freeze is over: ${windowInWords(window)}.`, 'Remove it from policy.json.'),
      );
    const frozen = freezeAt(read.freeze, now);
    const found = [...over, ...(frozen ? [ok(freezeInWords(frozen))] : [])];
    return found.length > 0 ? found : [ok('policy.json is valid.')];
  },
};
