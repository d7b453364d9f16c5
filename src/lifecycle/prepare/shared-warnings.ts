import { count, type Inline, type Text } from '../../answer/answer.ts';
import { capitalize } from '../../core/capitalize.ts';
import type { ResolvedCommand } from '../../operation/operation.ts';

type Warned = Pick<ResolvedCommand, 'target' | 'warnings'>;

/**
 * Returns the warnings of all steps. A warning that all steps share, except for the name of their target, is given once: "Each
 * scale-down restarts each of the 8 servers."
 */
export function sharedWarnings(plans: readonly Warned[]): readonly Text[] {
  const [first] = plans;
  const noun = first?.target?.noun;
  const all = plans.flatMap((plan) => plan.warnings.map((text) => ({ text, key: keyOf(text, plan) })));
  if (noun === undefined || plans.length === 1) return all.map(({ text }) => text);
  const isShared = (key: string): boolean => all.filter((one) => one.key === key).length === plans.length;
  const each = `each of the ${count(plans.length, noun)}`;
  const shared = first?.warnings.filter((text) => isShared(keyOf(text, first))) ?? [];
  return [
    ...shared.map((text) => named(text, first?.target?.name ?? '', each)),
    ...all.filter(({ key }) => !isShared(key)).map(({ text }) => text),
  ];
}

const keyOf = (text: Text, { target }: Warned): string =>
  JSON.stringify(target ? named(text, target.name, '\0') : text);

const named = (text: Text, name: string, other: string): readonly Inline[] =>
  [text].flat().map((inline, at) => {
    if (typeof inline !== 'string') return inline;
    const said = inline.replaceAll(name, other);
    return at === 0 && inline.startsWith(name) ? capitalize(said) : said;
  });
