import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, at length: minutes, in files of a few lines. */
const longest = /\/test\/chaos\/(model|several-steps|storms|faults-approvals|outages)/;

/** Starts the longest files first, so that none is left alone at the end. Vitest goes by how large a file is until it has seen it run. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (longest.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
