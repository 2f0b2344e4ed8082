// Every word of these pages.

import { catalogue, type Said } from "../language";

export const AUDIT_PAGE = catalogue({
  audit: "Audit",
  opening: "Opening…",
  theServerDoesNotAnswer: "The server does not answer.",
});

export const LOG_WORK = catalogue({
  theSecurityLog: "The security log",
  theServerDoesNotAnswer: "The server does not answer.",
  theNoteIsInTheLog: "The note is in the log, under your name.",
  aNoteOfYourOwn: "A note of your own",
  addTheNote: "Add the note",
  what: "What",
  everything: "everything",
  account: "Account",
  fromDay: "From day",
  toDay: "To day",
  takeAway: (count: Said) => `Take what is shown away (${count})`,
  linesOfTheLog: "Lines of the security log",
  number: "No.",
  when: "When",
  who: "Who",
  more: "More",
  hash: (hash: Said) => `hash ${hash}`,
  earlierLines: "Earlier lines",
});

export const RECORD_WORK = catalogue({
  theRecord: "The record",
  theServerDoesNotAnswer: "The server does not answer.",
  of: "Of",
  table: "table",
  link: "link",
  wallet: "wallet",
  account: "Account",
  which: "Which",
  kindOfEvent: "Kind of event",
  suchAsEnded: "such as ended, voided, filled",
  personsAccount: "Person’s account",
  fromDay: "From day",
  toDay: "To day",
  takeAway: (count: Said) => `Take what is shown away (${count})`,
  lookAtTheTable: "Look at the table",
  roleAndAccount: (role: Said, account: Said) => `${role}, account ${account}`,
  replayRound: (round: Said) => `Replay round ${round}`,
  noSuchEntry: "No such entry.",
  earlierEntries: "Earlier entries",
});

export const VERIFY = catalogue({
  isTheRecordWhole: "Is the record whole?",
  theServerDoesNotAnswer: "The server does not answer.",
  checkEverything: "Check everything",
  checked: "Checked",
  byAt: (name: Said, moment: Said) => `${name}, ${moment}`,
  byAtNotSettled: (name: Said, moment: Said, count: Said) =>
    `${name}, ${moment}; ${count} rounds are not in the auditor’s sheets as they were posted`,
  atVersion: (where: Said, version: Said) => `${where}, version ${version}`,
  whatIsChecked:
    "Chains, books, folded again, settled again by a second program, what lies across, the " +
    "security log. The seal of the file, snapshots and the table of ends need a stopped server or " +
    "a backup; the command that checks these as well:",
  endsOfTheChains: "Ends of the chains",
  takeTheEndsAway: (count: Said) => `Take the ends away (${count})`,
});

export const CHECK = catalogue({
  nothingWasChecked: "Nothing was checked since the server was started.",
  checking: (at: Said, done: Said, of: Said) => `Checking ${at}: ${done} of ${of}.`,
  notFinished: (why: Said) => `The check could not be finished: ${why}.`,
  oneFault: "One fault was found.",
  faults: (count: Said) => `${count} faults were found.`,
  whole: (chains: Said, entries: Said, lines: Said, rounds: Said) =>
    `Whole: ${chains} chains with ${entries} entries, ${lines} lines of the security log, ` +
    `${rounds} rounds settled a second time.`,
});
