import type { Needs } from '../core/operation.ts';

export type Verdict =
  | { readonly verdict: 'run' | 'confirm' }
  | { readonly verdict: 'refuse'; readonly why: string };

/** What must happen before a request runs, from what its operation declares. */
export function decide({ needs }: { readonly needs: Needs }): Verdict {
  switch (needs) {
    case 'nothing':
      return { verdict: 'run' };
    case 'confirmation':
      return { verdict: 'confirm' };
    case 'approval':
      return { verdict: 'refuse', why: 'A firewall change needs approval, which is not built yet' };
  }
}
