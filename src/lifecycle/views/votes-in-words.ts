import { type Answer, bold, context, type Inline, person, quote, time } from '../../answer/answer.ts';
import { listed } from '../../answer/listed.ts';
import { approvalsOf, approvedOf, unapproved, type Vote, votesOf } from '../../change/model/approval.ts';
import type { Change } from '../../change/model/change.ts';

/*
 * Describes votes and progress, for all messages about a request.
 */

/** A piece of text, to be joined with others. */
export type Piece = readonly Inline[];

/**
 * Returns what an open request needs besides their number: an approver for each account, if it affects several ("needs an approver for
 * ACDV"), and more approvals than it was requested with.
 */
export function missingApprovers(change: Change): readonly Piece[] {
  const { accounts = [], raised } = change.approval ?? {};
  const missing = accounts.length > 1 ? unapproved(change) : [];
  return [
    ...(missing.length > 0 ? [['needs an approver for ', ...listed(missing)]] : []),
    ...(raised ? [[`the policy requires ${raised.approvers} since `, time(new Date(raised.at))]] : []),
  ];
}

/** Returns the ids of the people and groups that the policy names as approvers and who have not approved yet. */
export function awaited(change: Pick<Change, 'approval'>): readonly string[] {
  const approved = approvalsOf(change).map((vote) => vote.person);
  return (change.approval?.reviewers ?? []).filter((id) => !approved.includes(id));
}

const named = (votes: readonly Vote[]): Piece => listed(votes.map((vote) => person(vote.person)));

/** Returns the number of approvals, and the approvers: "1 of 2 approved" in bold, then "by @ben". */
export function approvedBy(change: Pick<Change, 'approval'>): Piece {
  const approvals = approvalsOf(change);
  return [bold(approvedOf(change)), ...(approvals.length > 0 ? [' by ', ...named(approvals)] : [])];
}

/** Returns the voters by vote: "approved by @ben and @cora". */
export function voters(change: Pick<Change, 'approval'>): readonly Piece[] {
  const approvals = approvalsOf(change);
  const by = (words: string, some: readonly Vote[]): readonly Piece[] =>
    some.length > 0 ? [[words, ...named(some)]] : [];
  return [
    ...by(
      'approved by ',
      approvals.filter(({ breakGlass }) => !breakGlass),
    ),
    ...by(
      'break-glass approval by ',
      approvals.filter(({ breakGlass }) => breakGlass),
    ),
    ...by(
      'rejected by ',
      votesOf(change).filter(({ vote }) => vote === 'reject'),
    ),
  ];
}

/** Returns the votes that no longer count, with reasons. */
export const lapsedVotes = (change: Pick<Change, 'approval'>): readonly Piece[] =>
  votesOf(change).flatMap(({ person: who, lapsed }) =>
    lapsed === undefined ? [] : [['the approval of ', person(who), ` no longer counts: ${lapsed}`]],
  );

/** Returns a vote with its comment: "@ben approved: “as agreed”". */
const voteInWords = ({ person: who, vote, breakGlass, comment, lapsed }: Vote): Piece => [
  person(who),
  vote === 'reject' ? ' rejected' : breakGlass ? ' used break-glass approval' : ' approved',
  ...(comment ? [': ', quote(comment)] : []),
  ...(lapsed ? [` · no longer counts: ${lapsed}`] : []),
];

/** Renders the votes with comments, each as a line of small print. */
export const votesInWords = (change: Pick<Change, 'approval'>): Answer =>
  votesOf(change).map((vote) => context(...voteInWords(vote)));

/** Renders the voters' comments, "@ben: “as agreed”", as small print. A break-glass approval has its own notice. */
export const comments = (change: Pick<Change, 'approval'>): Answer =>
  votesOf(change).flatMap(({ person: who, comment, breakGlass }) =>
    comment && !breakGlass ? [context(person(who), ': ', quote(comment))] : [],
  );

/** Joins pieces of text with dots. Empty ones are omitted. */
export const between = (...pieces: readonly Piece[]): Piece =>
  pieces.filter((piece) => piece.length > 0).flatMap((piece, at) => (at === 0 ? piece : [' · ', ...piece]));
