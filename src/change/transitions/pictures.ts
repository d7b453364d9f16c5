import type { Change, StoredPicture } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { markCardDue } from './sent-messages.ts';

/** Upper bound for the pictures of a request: one of each state that it was in lately. */
const maxPictures = 10;

/** Keeps what became of the picture of a state. */
function store(change: Change, picture: StoredPicture): Change {
  const others = (change.pictures ?? []).filter(({ of }) => of !== picture.of);
  return { ...change, pictures: [...others, picture].slice(-maxPictures) };
}

const known = ({ pictures = [] }: Change, of: string): StoredPicture | undefined =>
  pictures.find((picture) => picture.of === of);

/** Keeps the file of a picture; of two uploads the first. Without a file it could not be drawn or uploaded. */
export function storePicture(change: Change, of: string, file: string | undefined): Transition {
  const { file: first, failures = 0 } = known(change, of) ?? {};
  if (first !== undefined) return { change };
  return {
    change: store(change, file === undefined ? { of, failures: failures + 1 } : { of, file, failures }),
  };
}

/** Has messages show a picture: their edit is left to be done, so that a worker that dies before it leaves it to the next one. */
export function markPictureShown(change: Change, of: string): Transition {
  const picture = known(change, of);
  return picture ? markCardDue(store(change, { ...picture, isShown: true })) : { change };
}
