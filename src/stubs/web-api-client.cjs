// Bolt builds Web API clients while it loads. The receiver never calls the Web API: what it has to say to Slack
// stands in its acknowledgement, and everything else is the worker's.
module.exports = {
  WebClient: class {
    constructor(token) {
      this.token = token;
    }
  },
  addAppMetadata() {},
};
