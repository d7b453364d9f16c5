// Replaces the list of the Web API's methods: `web.chat.postMessage` calls the method of this name, as any other does.
const { EventEmitter } = require('node:events');

const methodNamed = (client, name) =>
  new Proxy((args) => client.apiCall(name, args), {
    get: (_call, part) => methodNamed(client, `${name}.${part}`),
  });

exports.Methods = class extends EventEmitter {
  auth = methodNamed(this, 'auth');
  chat = methodNamed(this, 'chat');
  conversations = methodNamed(this, 'conversations');
  files = methodNamed(this, 'files');
  usergroups = methodNamed(this, 'usergroups');
  users = methodNamed(this, 'users');
  views = methodNamed(this, 'views');
};
