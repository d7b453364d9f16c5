import type { NormalForm } from '../../network/normal-form.ts';

/**
 * One kind of risk. The keys of policy.json, their defaults and JSON schema, the table in docs/policy.md, scores and worst
 * cases are derived from the list of these declarations (index.ts).
 */
export type RiskRule = OpeningRule | ClosingRule | AccountRule | TargetsRule;

interface Declared {
  /** Its key in policy.json, under `risk.points`. */
  readonly id: string;
  /** Its default points, 0 to 100; 0 disables it. */
  readonly points: number;
  /** A rule for a lesser risk. This rule never gives fewer points than that one, whatever policy.json sets. */
  readonly atLeast?: RiskRule;
  /** A rule for a part of this risk. If both apply, only this rule's reason is given, with the points of both. */
  readonly includes?: RiskRule;
  /** The condition, as a sentence for the JSON schema and docs/policy.md. */
  readonly description: string;
  /** For worst cases: whether it can apply to a change that touches these accounts. If absent, it can apply to any change. */
  canApply?(accounts: readonly TouchedAccount[]): boolean;
}

/** Checks the access that a change opens. */
export interface OpeningRule extends Declared {
  readonly kind: 'opening';
  /**
   * Returns the reason as a short phrase for a line with others ("all ports incl. SSH, RDP"); undefined if the rule does not
   * apply. Pure: equal traffic gives an equal phrase, and a rule that applies still applies with more addresses or ports.
   * Asked again, with every address or port, if some can't be read.
   */
  reason(traffic: OpenedTraffic): string | undefined;
}

/** How a change restricts a firewall policy. */
export type Closing = 'deletes' | 'disables' | 'narrows';

/** Checks the restriction of a firewall policy. */
interface ClosingRule extends Declared {
  readonly kind: 'closing';
  /** Returns the reason as a short phrase; undefined if the rule does not apply. Pure. */
  reason(change: Closing): string | undefined;
}

/** Checks each account that a change touches, whatever it opens or closes there. */
export interface AccountRule extends Declared {
  readonly kind: 'account';
  /** Returns the reason as a short phrase; undefined if the rule does not apply. Pure. */
  reason(account: TouchedAccount): string | undefined;
}

/** Checks the number of resources that a change affects. */
interface TargetsRule extends Declared {
  readonly kind: 'targets';
  /** Returns how many times its points count, as an integer; 0 if it does not apply. Pure; more targets never give less. */
  times(targets: number): number;
  /** Returns the reason as a short phrase. `targets` is a text such as "12 servers". */
  reason(targets: string): string;
}

/** The access that a change opens. */
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
  /** In capitals, only for the phrase. In the worst case, '' stands for any account that policy.json does not name. */
  readonly alias: string;
  /** Whether policy.json marks it as production. */
  readonly production: boolean;
}
