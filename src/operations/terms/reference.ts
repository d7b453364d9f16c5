import { type Answer, code, table } from '../../core/answer.ts';
import { Failure } from '../../core/failure.ts';
import type { Blank, Field } from '../../core/field.ts';
import { nearest } from '../../core/nearest.ts';
import type { Context } from '../context.ts';

/** How the things of one kind are listed and told apart. */
export interface Kind<Thing> {
  /** "alert policy", as in "There is no alert policy …". */
  readonly noun: string;
  list(context: Context): Promise<readonly Thing[]>;
  id(thing: Thing): string;
  name(thing: Thing): string;
}

/**
 * A field that names one thing of the service by its id or its name, in any case of letters. Names are not
 * unique (service-facts T7): several matches are shown with their ids, and nothing is chosen.
 */
export function reference<Thing>(kind: Kind<Thing>, blank: Blank): Field<string, Thing, Context> {
  return {
    hint: `the name or id of the ${kind.noun}`,
    example: 'name-or-id',
    required: true,
    ...blank,
    read: (words) => ({ value: words }),
    write: (given) => given,
    reference: {
      async find(given, context) {
        const things = await kind.list(context);
        const wanted = given.toLowerCase();
        const exact = things.find((thing) => kind.id(thing).toLowerCase() === wanted);
        if (exact) return exact;
        const named = things.filter((thing) => kind.name(thing).toLowerCase() === wanted);
        if (named.length > 1) throw several(kind.noun, given, named, kind);
        const [only] = named;
        if (only) return only;
        throw none(kind.noun, given, nearest(given, things.map(kind.name)));
      },
      pin: kind.id,
    },
  };
}

export function none(noun: string, given: string, meant: string | undefined): Failure {
  const shown = given.length > 80 ? `${given.slice(0, 80)}…` : given;
  return new Failure(`There is no ${noun} “${shown}”.`, {
    next: meant ? `Did you mean “${meant}”?` : 'Check the name, or list what there is.',
  });
}

export function several<Thing>(
  noun: string,
  given: string,
  matches: readonly Thing[],
  { id, name }: Pick<Kind<Thing>, 'id' | 'name'>,
): Failure {
  const details: Answer = [
    table({
      caption: `Matches for ${given}`.slice(0, 100),
      columns: [{ name: 'Name' }, { name: 'Id' }],
      rows: matches.slice(0, 25).map((thing) => [name(thing), code(id(thing))]),
    }),
  ];
  return new Failure(`“${given}” is the name of ${matches.length} things: which ${noun} is meant?`, {
    details,
    next: 'Type it again with the id.',
  });
}
