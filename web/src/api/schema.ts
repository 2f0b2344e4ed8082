// The server's types, generated from docs/openapi.json by `npm run types`. They lie outside
// the sources, so that generating them does not make a build stale.

export type * from "../../generated/schema";
