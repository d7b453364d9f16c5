// The client of DynamoDB makes a cache for endpoints that it discovers. It discovers none unless it is asked to.
export class EndpointCache {}
