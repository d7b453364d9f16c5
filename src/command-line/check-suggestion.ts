import type { Problem } from '../answer/user-error.ts';
import type { RawArgs } from '../operation/operation.ts';
import { operationById } from '../operations/index.ts';

/**
 * Returns the problems of a suggestion to narrow a request, by field. `raw` has the words of the request without the reason,
 * `entered` those of the suggestion. The worker checks the resolved values as well.
 */
export function suggestionProblems(id: string, raw: RawArgs, entered: RawArgs): readonly Problem[] {
  const operation = operationById(id);
  if (!operation) return [];
  const prepared = operation.prepare({ ...raw, why: 'as requested', ...entered });
  if ('problems' in prepared) return prepared.problems.filter(({ field = '' }) => field in entered);
  const compared = Object.keys(entered).flatMap((name) => {
    const field = operation.fields[name];
    const [suggested, requested] = [field?.read(prepared.raw[name] ?? ''), field?.read(raw[name] ?? '')];
    if (!field?.isNoWider || !suggested || !requested || !('value' in suggested) || !('value' in requested))
      return [];
    return [
      {
        field: name,
        isNoWider: field.isNoWider(suggested.value, requested.value),
        isNarrower: !field.isNoWider(requested.value, suggested.value),
      },
    ];
  });
  const wider = compared.filter(({ isNoWider }) => !isNoWider);
  if (wider.length > 0)
    return wider.map(({ field }) => ({ field, message: `Must stay within the requested ${raw[field]}` }));
  return compared.some(({ isNarrower }) => isNarrower)
    ? []
    : [{ field: compared[0]?.field, message: 'Narrow at least one of these values' }];
}
