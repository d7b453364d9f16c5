import type { Change, StoredPicture } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { markCardDue } from './sent-messages.ts';

/** Upper bound for the stored pictures of a request, one per recent state. */
const maxPictures = 10;

/** Stores the picture of a state, or its failure. */
function store(change: Change, picture: StoredPicture): Change {
  const others = (change.pictures ?? []).filter(({ of }) => of !== picture.of);
  return { ...change, pictures: [...others, picture].slice(-maxPictures) };
}

const known = ({ pictures = [] }: Change, of: string): StoredPicture | undefined =>
  pictures.find((picture) => picture.of === of);

/** Stores the file of a picture; of two uploads, the first. An undefined file counts as a failure. */
export function storePicture(change: Change, of: string, file: string | undefined): Transition {
  const { file: first, failures = 0 } = known(change, of) ?? {};
  if (first !== undefined) return { change };
  return {
    change: store(change, file === undefined ? { of, failures: failures + 1 } : { of, file, failures }),
  };
}

/** Adds a picture to the messages. Their edit becomes a due task, so another worker does it if this one dies. */
export function markPictureShown(change: Change, of: string): Transition {
  const picture = known(change, of);
  return picture ? markCardDue(store(change, { ...picture, isShown: true })) : { change };
}
