import type { NormalForm } from '../../network/normal-form.ts';

/**
 * One thing that makes a change risky. The keys of policy.json, their defaults and their JSON schema, the table in
 * docs/policy.md, the score of a change and its worst case derive from the list of these declarations (index.ts).
 */
export type RiskRule = OpeningRule | ClosingRule | AccountRule | TargetsRule;

interface Declared {
  /** Its key in policy.json, under `risk.points`. */
  readonly id: string;
  /** Its points, 0 to 100, where policy.json has none; 0 switches it off. */
  readonly points: number;
  /** A rule for something less risky: this one never gives fewer points, whatever policy.json says. */
  readonly atLeast?: RiskRule;
  /** A rule for a part of what this one is about: where both apply, they are one reason, this one's, with the points of both. */
  readonly includes?: RiskRule;
  /** When it applies, in a sentence for the JSON schema and docs/policy.md. */
  readonly description: string;
  /** Worst case: whether it can apply to a change that touches these accounts. Left out, it can apply to any change. */
  canApply?(accounts: readonly TouchedAccount[]): boolean;
}

/** Looks at what a change opens. */
interface OpeningRule extends Declared {
  readonly kind: 'opening';
  /**
   * Why it applies, as a short phrase for one line with others ("all ports incl. SSH, RDP"); undefined where it does not
   * apply. A pure function: equal traffic gives an equal phrase, and more addresses or ports never make it stop applying.
   */
  reason(traffic: OpenedTraffic): string | undefined;
}

/** What a change does to a firewall policy that allows less then. */
export type Closing = 'deletes' | 'disables' | 'narrows';

/** Looks at a firewall policy that is deleted or disabled, or that allows less then. */
interface ClosingRule extends Declared {
  readonly kind: 'closing';
  /** Why it applies, as a short phrase; undefined where it does not apply. A pure function. */
  reason(change: Closing): string | undefined;
}

/** Looks at each account that a change touches, whatever it opens or closes there. */
export interface AccountRule extends Declared {
  readonly kind: 'account';
  /** Why it applies, as a short phrase; undefined where it does not apply. A pure function. */
  reason(account: TouchedAccount): string | undefined;
}

/** Looks at how many resources a change is about. */
interface TargetsRule extends Declared {
  readonly kind: 'targets';
  /** How many times its points count, a whole number; 0 where it does not apply. A pure function; more targets never give less. */
  times(targets: number): number;
  /** Why it applies, as a short phrase: `targets` is "12 servers". */
  reason(targets: string): string;
}

/** What a change opens. */
export interface OpenedTraffic extends NormalForm {
  /** The id of a firewall policy whose content could not be read; its ends and ports are empty then. */
  readonly unread: string | undefined;
  /** Whether its destination is a public IP address. */
  readonly isPublic: boolean;
  /** Alias of the destination account, in capitals; undefined if it is the account of the change. */
  readonly into: string | undefined;
}

/** An account that a change affects. */
export interface TouchedAccount {
  /** In capitals, for the phrase alone: in the worst case it is '' for any account that policy.json does not name. */
  readonly alias: string;
  /** Whether policy.json marks it as production. */
  readonly production: boolean;
}
