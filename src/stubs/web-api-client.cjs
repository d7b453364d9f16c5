// Bolt creates Web API clients while it loads. The receiver never calls the Web API: it answers Slack in the
// acknowledgement, and the worker sends everything else.
module.exports = {
  WebClient: class {
    constructor(token) {
      this.token = token;
    }
  },
  addAppMetadata() {},
};
