import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { EvaluatedStep } from '../../evaluate/evaluate.ts';

type Titled = Pick<EvaluatedStep, 'prepared' | 'resolved'>;

/**
 * Steps with titles that tell their resources apart. Names of policies are not unique, so two steps can "Assign alert policy Disk 80 →
 * DE1ACMEWEB01". Each then has the start of the id, too: "… (policy 6a9f2780)".
 */
export const withDistinctTitles = <Step extends Titled>(steps: NonEmpty<Step>): NonEmpty<Step> =>
  mapNonEmpty(steps, (step) => {
    const { resolved } = step;
    const alike = steps.filter((other) => withoutTarget(other) === withoutTarget(step));
    const ids = unnamedIds(step, alike);
    if (ids.length === 0) return step;
    return { ...step, resolved: { ...resolved, title: `${resolved.title} (${ids.join(', ')})` } };
  });

/** The title without the name of its target: titles that differ in that alone are shown as one. */
const withoutTarget = ({ resolved: { title, target } }: Titled): string =>
  target ? title.replaceAll(target.name, '') : title;

/** The ids in which a step differs from those with the same title, and that the title doesn’t have. */
const unnamedIds = (
  { prepared, resolved: { raw, title } }: Titled,
  alike: readonly Titled[],
): readonly string[] =>
  Object.entries(prepared.operation.fields).flatMap(([field, { reference }]) => {
    const id = raw[field] ?? '';
    const start = id.slice(0, 8);
    const isTold = title.toLowerCase().includes(start.toLowerCase());
    return reference && !isTold && alike.some(({ resolved }) => resolved.raw[field] !== id)
      ? [`${field} ${start}`]
      : [];
  });
