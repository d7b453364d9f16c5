import { type Check, ok, warning, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';

export const policy: Check = {
  name: checkNames.policy,
  system: 'policy.json',
  async run({ policy: given }) {
    if ('problems' in given) {
      return given.problems.map((problem) => wrong(`${problem}.`, 'Correct that line in policy.json.'));
    }
    const { warnings = [] } = given;
    if (warnings.length === 0) return [ok('policy.json is valid.')];
    return warnings.map((found) =>
      warning(`${found}.`, 'Rename it in policy.json. The old name still works for now.'),
    );
  },
};
