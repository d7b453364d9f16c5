import {
  type Answer,
  bold,
  buttons,
  commandButton,
  count,
  done,
  facts,
  failed,
  type Inline,
  note,
  type Part,
  shortId,
  table,
  warning,
} from '../../answer/answer.ts';
import { grouped } from '../../core/grouped.ts';
import { fewPieces } from '../../network/few-pieces.ts';
import { type Nearest, nearestPolicy } from '../../network/nearest-policy.ts';
import { inForce } from '../../network/network-change.ts';
import { endOfAddresses, inBrief, inShort, type NormalForm } from '../../network/normal-form.ts';
import { isAnyPort, type PortSet, setOfPorts } from '../../network/port-set.ts';
import { axes, clip, overlaps, type Product, productOf, volume } from '../../network/product.ts';
import { includes, total, union } from '../../network/ranges.ts';
import { portsInWords } from '../../network/services.ts';
import type { Context } from '../context/context.ts';
import { policyCommands } from '../firewall/firewall.ts';
import { isUnread, notRead, type Unread } from './not-read.ts';
import { type Origin, originOf, originText } from './origin.ts';
import type { PlacedRule } from './placed-rules.ts';
import { type Accounts, type PlacedServer, placedServers } from './placed-servers.ts';
import { inactive, partsOf, policyTable, whereOf } from './policy-table.ts';
import { internet } from './reach-end.ts';
import { requestAccess } from './request-access.ts';
import { type Cell, type Verdict, verdictOf } from './verdict.ts';

/** Upper bound for the pieces of missing traffic on one line; more become a table. */
const maxPieces = 4;

/** The facts for an answer: whether policies allow some traffic, which ones do, and which traffic is missing. */
export interface Between {
  readonly cells: readonly Cell[];
  readonly verdict: Verdict;
  /** "DE1ACMEWEB01 → DE1ACMEDB02". */
  readonly ends: string;
  /** The ports in question. */
  readonly ports: PortSet;
  readonly unread: Unread;
  /** The origin of the policy, if only one allows the traffic. */
  readonly origin: Origin | undefined;
  readonly nearest: (Nearest & { readonly rule: PlacedRule }) | undefined;
  /** The servers that may get a public IP, if traffic from the internet is missing. */
  readonly servers: readonly PlacedServer[];
  /** The other account that the question names. */
  readonly peer: string | undefined;
  /** The missing traffic in few pieces. Undefined if nearly everything is missing: the policies are more informative then. */
  readonly missing: readonly Product[] | undefined;
}

/** Compares traffic with the policies, and looks up the details of the answer. */
export async function askBetween(
  cells: readonly Cell[],
  asked: Pick<Between, 'ends' | 'ports' | 'unread'>,
  accounts: Accounts,
): Promise<Between> {
  const verdict = verdictOf(cells, asked.unread);
  const [only, ...others] = allowing(cells);
  const missing = isNearlyAll(cells) ? undefined : cells.flatMap(piecesOf);
  const blocked = cells.filter(({ coverage }) => coverage.missing.length > 0);
  const [first, ...more] = blocked;
  return {
    ...asked,
    cells,
    verdict,
    origin: verdict === 'allowed' && only && others.length === 0 ? await originOf(only) : undefined,
    nearest: first && more.length === 0 ? nearestPolicy(first.traffic, widenable(first)) : undefined,
    servers: blocked.some(({ from }) => from.at === internet) ? (await placedServers(accounts)).all : [],
    peer: accounts[1]?.service.alias,
    missing,
  };
}

/** Excludes public IPs of other addresses: only the sources and ports of a public IP can be extended. */
const widenable = ({ rules, traffic }: Cell): readonly PlacedRule[] =>
  rules.filter((rule) => rule.scope.kind !== 'public' || includes(productOf(rule)[1], traffic[1]));

const allowing = (cells: readonly Cell[]): readonly PlacedRule[] => [
  ...new Set(cells.flatMap(({ coverage }) => coverage.allowedBy)),
];

const piecesOf = ({ coverage, traffic, rules }: Cell): readonly Product[] =>
  coverage.isComplete
    ? fewPieces(coverage.missing, traffic, rules.filter(inForce).map(productOf))
    : coverage.missing;

/** The share of the traffic above which the missing pieces are not named. */
const nearlyAll = 0.9;

const isNearlyAll = (cells: readonly Cell[]): boolean =>
  cells.every(({ coverage }) => coverage.isComplete) &&
  sumOf(cells.flatMap(({ coverage }) => coverage.missing)) >
    sumOf(cells.map(({ traffic }) => traffic)) * nearlyAll;

const sumOf = (products: readonly Product[]): number =>
  products.reduce((all, product) => all + volume(product), 0);

/** Renders whether policies allow some traffic. */
export function answerBetween(asked: Between, context: Pick<Context, 'service' | 'login'>): Answer {
  const { verdict, unread } = asked;
  return [
    notices[verdict](asked),
    ...details[verdict](asked),
    ...notRead(verdict === 'allowed' ? { ...unread, policies: [], rules: [] } : unread),
    buttons(...requestAccess(asked, context), showButton(asked)),
  ];
}

const notices: Readonly<Record<Verdict, (asked: Between) => Part>> = {
  allowed: ({ ends, ports }) => done(bold('Allowed'), ` · ${ends} on ${portsInWords(ports)}`),
  partly: (asked) => warning(bold('Partly allowed'), ` · ${asked.ends}: ${openInWords(asked)}`),
  'not allowed': (asked) => failed(bold('Not allowed'), ` · ${asked.ends} on ${anyOf(asked.ports)}`),
  unknown: (asked) => warning(bold('Not known'), ` · ${asked.ends} on ${anyOf(asked.ports)}`),
};

/** Returns ports in words after a negation, where "all ports" would leave it open whether some of them are meant. */
const anyOf = (ports: PortSet): string => (isAnyPort(ports) ? 'any port' : portsInWords(ports));

/**
 * Returns what policies allow of the traffic: "only HTTP (80) and HTTPS (443), from 10.0.0.0/28". The ends are named where they
 * are less than in question.
 */
function openInWords({ cells, unread }: Between): string {
  const allowed = boxOf(
    cells.flatMap(({ traffic, rules }) => rules.filter(inForce).flatMap(within(traffic))),
  );
  const asked = boxOf(cells.map(({ traffic }) => traffic));
  const [sources, destinations, ports] = axes.map((axis) =>
    includes(allowed[axis], asked[axis]) ? undefined : allowed[axis],
  );
  const isAll = cells.every(
    ({ coverage }) => coverage.isComplete && !coverage.missing.some((piece) => overlaps(piece, allowed)),
  );
  const words = [
    portsInWords(setOfPorts(allowed[2])),
    ...(sources ? [`from ${inShort(endOfAddresses(sources))}`] : []),
    ...(destinations ? [`to ${inShort(endOfAddresses(destinations))}`] : []),
    ...(isAll ? [] : ['not for all addresses']),
  ];
  const isLess = [sources, destinations, ports].some((set) => set !== undefined);
  return `${isUnread(unread) ? 'at least ' : isLess ? 'only ' : ''}${words.join(', ')}`;
}

/** Returns the part of some traffic that a rule allows, as a list of at most one. */
const within =
  (traffic: Product) =>
  (rule: PlacedRule): readonly Product[] => {
    const part = clip(productOf(rule), traffic);
    return part ? [part] : [];
  };

/** Returns the smallest product that contains all of these. */
const boxOf = (products: readonly Product[]): Product => [
  union(products.flatMap(([sources]) => sources)),
  union(products.flatMap(([, destinations]) => destinations)),
  union(products.flatMap(([, , ports]) => ports)),
];

const details: Readonly<Record<Verdict, (asked: Between) => Answer>> = {
  allowed({ cells, origin }) {
    const parts = cells.flatMap(({ coverage, traffic }) =>
      coverage.allowedBy.map((rule) => ({ rule, traffic })),
    );
    const [only, ...others] = parts;
    return only && others.length === 0
      ? [facts({ 'By policy': [...nameOf(only.rule), ...originText(origin)] })]
      : [policyTable(`Allowed by ${count(allowing(cells).length, 'policy')} together`, parts)];
  },
  partly: (asked) => [...tableOfParts(asked), ...missingPieces(asked), ...near(asked)],
  'not allowed': (asked) => [...near(asked), ...tableOfParts(asked, 'that aren’t active')],
  unknown: (asked) =>
    isUnread(asked.unread)
      ? [...near(asked), ...tableOfParts(asked, 'that aren’t active')]
      : [note('Too many policies to tell. Name fewer addresses or ports.')],
};

/** Formats a policy: "`195f2e21` (DE1 → VA1)". */
const nameOf = (rule: PlacedRule): readonly Inline[] => [
  rule.scope.kind === 'public' ? `public IP ${rule.id}` : shortId(rule.id),
  ` (${whereOf(rule)})`,
];

/** Lists the policies that allow a part of the traffic, or would if they were active. */
function tableOfParts({ cells, nearest }: Between, which = 'for a part of it'): Answer {
  const others = cells.flatMap(partsOf).filter(({ rule }) => inForce(rule) || rule !== nearest?.rule);
  return others.length === 0 ? [] : [policyTable(`Policies ${which}`, others)];
}

function missingPieces({ missing, cells, unread }: Between): Answer {
  const isComplete = cells.every(({ coverage }) => coverage.isComplete);
  const what =
    unread.rules.length > 0 ? 'Missing, or not known' : isComplete ? 'Missing' : 'Missing, at least';
  if (!missing) return [facts({ [what]: 'everything else' })];
  const sources = sourceCount(cells.map(({ traffic }) => traffic));
  const served = sources - sourceCount(cells.flatMap(({ coverage }) => coverage.missing));
  return [
    ...(missing.length > maxPieces
      ? [tableOf(what, missing)]
      : [facts({ [what]: missing.map((piece) => inBrief(formOf(piece))).join('; ') })]),
    ...(served > 0 && what === 'Missing'
      ? [facts({ 'All allowed for': `${grouped(served)} of ${grouped(sources)} source addresses` })]
      : []),
  ];
}

const formOf = ([sources, destinations, ports]: Product): NormalForm => ({
  sources: endOfAddresses(sources),
  destinations: endOfAddresses(destinations),
  ports: setOfPorts(ports),
});

const tableOf = (caption: string, pieces: readonly Product[]): Part =>
  table({
    caption,
    columns: [{ name: 'Source' }, { name: 'Destination' }, { name: 'Ports' }],
    rows: pieces
      .map(formOf)
      .map((form) => [inShort(form.sources), inShort(form.destinations), portsInWords(form.ports)]),
    rest: 'Name fewer addresses or ports to see the others.',
  });

const sourceCount = (products: readonly Product[]): number =>
  total(union(products.flatMap(([sources]) => sources)));

function near({ nearest }: Between): Answer {
  if (!nearest) return [];
  const { rule, missing } = nearest;
  const state = inactive(rule);
  const policy: readonly Inline[] = [...nameOf(rule), state === undefined ? '' : `, ${state},`];
  if (!missing) return [facts({ 'Nearest policy': [...nameOf(rule), ` would allow it, but is ${state}`] })];
  const has = productOf(rule)[missing.axis];
  const words = (set: Product[0]): string =>
    missing.axis === 2 ? portsInWords(setOfPorts(set)) : inShort(endOfAddresses(set));
  return [facts({ 'Nearest policy': [...policy, ` stops at ${words(has)}: add ${words(missing.set)}`] })];
}

/** Returns the button that shows the policy of the answer, if there is exactly one. */
function showButton({ verdict, cells, nearest }: Between) {
  const [only, ...others] = verdict === 'allowed' ? allowing(cells) : nearest ? [nearest.rule] : [];
  if (!only || others.length > 0) return false;
  const { scope, id, owner } = only;
  if (scope.kind === 'public')
    return commandButton('Show Public IPs', owner.link('ip.show', { server: scope.server }));
  return commandButton(
    'Show Policy',
    owner.link(`${policyCommands[scope.kind]}.show`, { dc: scope.dataCenter, id }),
  );
}
