/** The cache of aws4, for its few keys: one a day for each service. */
module.exports = () => new Map();
