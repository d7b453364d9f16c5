import { inForce, type Rule } from './network-change.ts';
import type { PortSet } from './port-set.ts';
import { productOf } from './product.ts';
import { meets, type United, union } from './ranges.ts';

/**
 * The addresses from which active policies allow some of the ports for some of the destinations. All policies have to be for the place
 * of these.
 */
export const sourcesOf = (destinations: United, ports: PortSet, rules: readonly Rule[]): United =>
  union(
    rules.filter(inForce).flatMap((rule) => {
      const [sources, allowed, on] = productOf(rule);
      return meets(allowed, destinations) && meets(on, ports) ? sources : [];
    }),
  );
