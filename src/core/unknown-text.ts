/** Stands for a text, or for the entries of a list, that the cloud API left out or sent in a form that can't be read. */
export const unknown = 'unknown';
