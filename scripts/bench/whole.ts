import type { Action } from '../../local/aws/index.ts';
import { type Skydesk, type SkydeskOptions, startSkydesk } from '../../local/skydesk.ts';

/* The built bundles with all local parts, over real sockets. */

/** All DynamoDB actions of Skydesk. */
export const reads: readonly Action[] = ['DynamoDB.GetItem', 'DynamoDB.Query'];
export const writes: readonly Action[] = [
  'DynamoDB.PutItem',
  'DynamoDB.UpdateItem',
  'DynamoDB.TransactWriteItems',
];

export type Whole = Skydesk & { readonly [Part in 'slack' | 'cloud' | 'time']-?: NonNullable<Skydesk[Part]> };

export async function withSkydesk<Result>(
  options: SkydeskOptions,
  measure: (skydesk: Whole) => Promise<Result>,
): Promise<Result> {
  const skydesk = await startSkydesk({ holdBack: true, ...options });
  const { slack, cloud, time } = skydesk;
  try {
    if (!slack || !cloud || !time) throw new Error('Something local is missing');
    return await measure({ ...skydesk, slack, cloud, time });
  } finally {
    await skydesk.close();
  }
}

export const callsOf = ({ aws }: Whole, actions: readonly Action[]): number =>
  actions.reduce((sum, action) => sum + aws.faults.calls(action), 0);
