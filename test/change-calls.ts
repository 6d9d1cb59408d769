/** The calls to the provider that replace an email there, in order. */
export const changeCalls = [
  { what: 'the new message is created', method: 'POST', path: /messages$/ },
  { what: 'the send from before is canceled', method: 'DELETE', path: /sends\/\d+$/ },
  { what: 'that is read back', method: 'GET', path: /sends\/\d+$/ },
  { what: 'the new send is created', method: 'POST', path: /sends$/ },
];
