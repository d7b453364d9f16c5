import { grouped } from '../core/answer.ts';
import { accountsTouched, type Exposure, type Way } from '../core/network-change.ts';
import type { Points, Policy } from './policy.ts';
import { isEverything, shareOfInternet } from './traffic/cidr.ts';
import { type End, inShort, maxNamed, normalForm } from './traffic/normal-form.ts';
import { isEveryPort, portCount } from './traffic/port-set.ts';
import { total } from './traffic/ranges.ts';
import { list, servicesThatLetIn, shortList } from './traffic/services.ts';

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
  for (const one of accountsTouched(account, exposes)) {
    if (!policy.accounts[one]?.production) continue;
    found.push({ points: weights.production, why: `${one} is a production account.` });
  }
  return found.filter(({ points }) => points > 0);
}

export const sum = (points: readonly Point[]): number => points.reduce((all, { points }) => all + points, 0);

function ofExposure({ change, place, way }: Exposure, weights: Points): readonly Point[] {
  if (change === 'deletes' || change === 'disables') {
    const what = change === 'deletes' ? 'deleted' : 'switched off';
    return [
      { points: weights.deletesPolicy, why: `A rule is ${what}: connections that need it stop working.` },
    ];
  }
  if ('rule' in way)
    return [{ points: weights.unknownPolicy, why: `What rule ${way.rule} opens could not be looked at.` }];
  return ofWay(way, place.kind === 'public', weights);
}

/** Share of the internet's addresses that counts as everyone: each /2 alone, more than any country but one has. */
const everyoneFrom = 1 / 4;

/** More addresses than a /16 holds, at one end. */
const isWide = ({ addresses }: End): boolean => total(addresses) > 2 ** 16;

function ofWay(way: Way, onInternet: boolean, weights: Points): readonly Point[] {
  const { sources, destinations, ports } = normalForm(way);
  const points: Point[] = [];
  if (sources.names.size > 0) {
    const why = `Whom ${shortList([...sources.names], maxNamed)} lets in could not be made out.`;
    points.push({ points: weights.unknownPolicy, why });
  }
  const isEveryone = shareOfInternet(sources.addresses) >= everyoneFrom;
  if (isEveryone) {
    // Never fewer than for a range that is merely wide, whatever the weights.
    const why = openTo(sources, onInternet);
    points.push({ points: Math.max(weights.anySource, weights.largeRange), why });
  }
  const wide = [...(isEveryone ? [] : [sources]), destinations].filter(isWide);
  if (wide.length > 0) {
    const together = wide.length > 1 || wide.some(({ addresses }) => addresses.length > 1);
    const why = `${list(wide.map(inShort))} ${together ? 'are' : 'is'} wider than a /16 (65,536 addresses).`;
    points.push({ points: weights.largeRange, why });
  }
  const services = servicesThatLetIn(ports);
  if (services.length > 0) {
    const some = services.length === 1 ? 'a service that lets' : 'services that let';
    const why = `It opens ${some} others in: ${shortList(services, maxNamed)}.`;
    points.push({ points: weights.remoteAccess, why });
  }
  if (isEveryPort(ports)) {
    const some = `${grouped(portCount(ports))} ports, which counts as every port`;
    points.push({ points: weights.everyPort, why: `It opens ${ports.has('any') ? 'every port' : some}.` });
  }
  if (way.into !== undefined) {
    points.push({ points: weights.crossAccount, why: `It reaches into another account: ${way.to}.` });
  }
  return points;
}

function openTo({ addresses }: End, onInternet: boolean): string {
  const share = shareOfInternet(addresses);
  if (onInternet && share === 1) return 'It is open to the whole internet.';
  if (isEverything(addresses)) return 'It is open to every address (0.0.0.0/0).';
  const part = `${Math.floor(share * 100)}% of all public addresses`;
  return `It is open to ${part}, which counts as everyone.`;
}
