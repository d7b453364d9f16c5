import type { Exposure, Way } from '../core/exposure.ts';
import { addresses, isEverything, parseCidr, rangesOf } from './cidr.ts';
import type { Points, Policy } from './policy.ts';
import { includesPort, isEveryPort } from './services.ts';

/** One reason why a change is risky. */
export interface Point {
  readonly points: number;
  /** A sentence. */
  readonly why: string;
}

/** What is judged. */
export interface Scored {
  readonly exposes: Exposure | undefined;
  readonly account: string;
}

/**
 * The points of a change, from what it opens or closes and where. More sources, more destinations or more ports never
 * give fewer points.
 */
export function score({ exposes, account }: Scored, policy: Policy): readonly Point[] {
  const weights = policy.risk.points;
  const found = [...(exposes ? ofExposure(exposes, weights) : [])];
  const into = exposes && 'into' in exposes.way ? exposes.way.into : undefined;
  const accounts = new Set([account, into ?? account].map((alias) => alias.toUpperCase()));
  for (const one of accounts) {
    if (!policy.accounts[one]?.production) continue;
    found.push({ points: weights.production, why: `${one} is a production account.` });
  }
  return found.filter(({ points }) => points > 0);
}

export const sum = (points: readonly Point[]): number => points.reduce((all, { points }) => all + points, 0);

function ofExposure({ change, place, way }: Exposure, weights: Points): readonly Point[] {
  if (change === 'deletes' || change === 'disables') {
    const what = change === 'deletes' ? 'deleted' : 'switched off';
    return [{ points: weights.removes, why: `A rule is ${what}: connections that need it stop working.` }];
  }
  if ('rule' in way)
    return [{ points: weights.unseen, why: `What rule ${way.rule} opens could not be looked at.` }];
  return ofWay(way, place.kind === 'public', weights);
}

const remoteAccess = [
  { port: 22, name: 'SSH (22)' },
  { port: 3389, name: 'Remote Desktop (3389)' },
];

function ofWay({ sources, destinations, ports, to, into }: Way, onInternet: boolean, weights: Points) {
  const points: Point[] = [];
  const unread = sources.filter((text) => parseCidr(text) === undefined);
  if (unread.length > 0) {
    points.push({ points: weights.unseen, why: `Whom ${unread.join(', ')} lets in could not be made out.` });
  }
  const everyone = isEverything(rangesOf(sources));
  if (everyone) {
    // Never fewer than for a range that is merely wide, whatever the weights.
    const why = onInternet ? 'It is open to the whole internet.' : 'It is open to every address (0.0.0.0/0).';
    points.push({ points: Math.max(weights.everyone, weights.wide), why });
  }
  const wide = [...(everyone ? [] : [sources]), destinations].filter(isWide);
  if (wide.length > 0) {
    points.push({
      points: weights.wide,
      why: `${wide.flat().join(', ')} is wider than a /16 (65,536 addresses).`,
    });
  }
  const doors = remoteAccess.filter(({ port }) => ports.some((some) => includesPort(some, port)));
  if (doors.length > 0) {
    const why = `It opens ${doors.map(({ name }) => name).join(' and ')}, which lets people log in.`;
    points.push({ points: weights.remoteAccess, why });
  }
  if (ports.some(isEveryPort)) points.push({ points: weights.everyPort, why: 'It opens every port.' });
  if (into !== undefined)
    points.push({ points: weights.crossAccount, why: `It reaches into another account: ${to}.` });
  return points;
}

/** All ranges of one end together, so that splitting a wide range into halves changes nothing. */
const isWide = (texts: readonly string[]): boolean => addresses(rangesOf(texts)) > 2 ** 16;
