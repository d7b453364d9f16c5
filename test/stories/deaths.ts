import type { LocalCloud } from '../../local/cloud/index.ts';
import type { Flow } from './death-flows.ts';
import type { Diary, Done } from './diary.ts';
import type { Shown } from './shown-messages.ts';
import { Storyteller } from './storyteller.ts';

/* What comes of a flow whose worker dies at one place, as facts that can be compared. */

/** What came of a flow. */
export interface Outcome {
  /** Who went on after the death. */
  readonly goesOn: readonly Successor[];
  /** The calls that change something, in order. */
  readonly calls: readonly string[];
  /** The status of the change, or of its end. */
  readonly status: string;
  /** The outcomes of its steps. */
  readonly steps: readonly string[];
  /** What messages show in the end. */
  readonly read: readonly Reading[];
  /** The events in the audit log. */
  readonly log: readonly string[];
  readonly deadLetters: number;
}

/** Who goes on, so many milliseconds after a death. */
interface Successor {
  readonly name: string;
  readonly after: number;
}

export interface Reading {
  readonly place: string;
  readonly headline: string;
  /** How many messages show it there, and how many of them offer an Undo for good. */
  readonly messages: number;
  readonly withUndo: number;
}

/** A flow that was played with nobody dying, then with a death in each gap. */
export interface Played {
  /** What its workers do, in order. */
  readonly done: readonly Done[];
  readonly usual: Outcome;
  /** What comes of a death after so many things were done, from 0 on. */
  readonly deaths: readonly Outcome[];
}

/** Plays a flow once, and then with a death in each of its gaps. `renewed` resets the cloud API to the time of a story. */
export async function played(
  flow: Flow,
  cloud: LocalCloud,
  renewed: (story: Storyteller) => void,
): Promise<Played> {
  const play = async (after?: number) => {
    const story = new Storyteller(cloud);
    renewed(story);
    if (after !== undefined) story.diary.dieAfter(flow.workers, after);
    const id = await flow.begin(story);
    await story.toTheEnd();
    if (after !== undefined && !story.diary.died)
      throw new Error(`Nobody died after ${after}: ${flow.title}`);
    return { story, id };
  };
  const first = await play();
  const done = first.story.diary.done.filter(({ who }) => flow.workers.test(who));
  const usual = outcomeOf(flow, first.story, first.id, []);
  const deaths: Outcome[] = [];
  for (let after = 0; after <= done.length; after += 1) {
    const { story, id } = await play(after);
    deaths.push(outcomeOf(flow, story, id, first.story.diary.done));
  }
  return { done, usual, deaths };
}

/** `usual`: what is done if nobody dies. */
function outcomeOf(
  flow: Flow,
  { bot, diary: { done, died }, shown }: Storyteller,
  id: string,
  usual: readonly Done[],
): Outcome {
  const { status, steps = [] } = bot.stateOf(id) ?? {};
  const effects = done.flatMap((one) => one.effects);
  return {
    goesOn: died ? goesOn(done, died, usual) : [],
    calls: effects.filter(({ kind }) => kind === 'cloud').map(({ text }) => text),
    status: (flow.isEnd ? steps[0]?.end?.status : status) ?? 'not stored',
    steps: steps.map(({ outcome, end }) => (flow.isEnd ? end?.status : outcome) ?? 'nothing'),
    read: readingsOf(shown.values()),
    log: effects.filter(({ kind }) => kind === 'log').map(({ text }) => text.replace(/ · .*/, '')),
    deadLetters: bot.deadLetters.length,
  };
}

/** Who did something after the death that was not done yet, and is not done all the same if nobody dies. */
function goesOn(done: readonly Done[], died: Died, usual: readonly Done[]): readonly Successor[] {
  const known = new Set(turnsOf(usual.filter(({ turn }) => turn !== died.turn)).map(whatOf));
  const before = new Set(done.slice(0, died.done).flatMap(effectsOf));
  return turnsOf(done.slice(died.done)).flatMap((turn) => {
    const news = effectsOf(turn).filter(
      (effect) => !before.has(effect) || /^(queue|Slack (post|DM))/.test(effect),
    );
    for (const effect of news) before.add(effect);
    if (turn.turn === died.turn || news.length === 0 || known.has(whatOf(turn)) || removesUndo(turn))
      return [];
    return [{ name: nameOf(turn.who, died.who), after: turn.at - died.at }];
  });
}

type Died = NonNullable<Diary['died']>;

/** What each worker does with one job, without what nobody sees. */
function turnsOf(done: readonly Done[]): readonly Done[] {
  const turns = new Map<number, Done>();
  for (const one of done) {
    const seen = one.effects.filter(({ kind, text }) => kind !== 'record' && !text.startsWith('home of'));
    if (seen.length === 0 || one.who === 'sweeper' || one.who.includes('· home')) continue;
    turns.set(one.turn, { ...one, effects: [...(turns.get(one.turn)?.effects ?? []), ...seen] });
  }
  return [...turns.values()];
}

const effectsOf = ({ effects }: Done): readonly string[] =>
  effects.map(({ kind, text }) => `${kind} ${text}`);

const whatOf = (turn: Done): string => [`${turn.at} ${turn.who}`, ...effectsOf(turn)].join('\n');

/** An Undo disappears from messages once it has expired, also if nobody dies. */
const removesUndo = ({ effects }: Done): boolean => effects.some(({ tail }) => tail?.includes('markFresh'));

/** "reconcile", "its job again", "track step 1". */
function nameOf(who: string, dead: string): string {
  const [, job = '', again] = /^worker · (.*?)( · delivery \d+)?$/.exec(who) ?? [];
  if (again && dead === `worker · ${job}`) return 'its job again';
  return job.replace(/ (of|on) (#\d+|end|change),?/, '');
}

/** What messages show in the end, without details: each headline in each place once. */
function readingsOf(shown: Iterable<Shown>): readonly Reading[] {
  const readings = new Map<string, Reading>();
  for (const { place, first, tail } of shown) {
    const headline = first.replace(/( · |: | [A-Z][a-z]{2} \d{1,2}, \d{4}).*/, '');
    const before = readings.get(`${place} ${headline}`) ?? { messages: 0, withUndo: 0 };
    readings.set(`${place} ${headline}`, {
      place,
      headline,
      messages: before.messages + 1,
      withUndo: before.withUndo + (tail.includes('Undo') ? 1 : 0),
    });
  }
  return [...readings.values()];
}
