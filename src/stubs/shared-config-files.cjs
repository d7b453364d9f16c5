// The SDK looks up in ~/.aws what the environment does not set. A Lambda has no such files.
module.exports = { loadSharedConfigFiles: async () => ({ configFile: {}, credentialsFile: {} }) };
