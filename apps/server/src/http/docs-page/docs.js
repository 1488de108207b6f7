/** Shows /openapi.json, call by call. Everything is set as text: a schema's words never become markup. */
const list = document.getElementById('calls');
const filter = document.getElementById('filter');

function element(name, text, children = []) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

function schemaBlock(title, schema) {
  const block = element('pre', JSON.stringify(schema, null, 2));
  block.tabIndex = 0;
  return [element('h3', title), block];
}

function describeAccess(security) {
  if (security.some((way) => 'accessToken' in way)) return 'Signed in';
  if (security.some((way) => 'clientToken' in way)) return 'Client token';
  return 'Open';
}

function callDetails(path, call) {
  const refusals = element('dl');
  for (const [status, response] of Object.entries(call.responses)) {
    if (status === '200') continue;
    refusals.append(element('dt', status));
    for (const line of response.description.split('\n\n')) refusals.append(element('dd', line.replaceAll('`', '')));
  }
  const details = element('details', '', [
    element('summary', '', [element('code', `POST ${path}`), ` ${call.summary}`]),
    element('p', `Access: ${describeAccess(call.security)}`),
    ...call.parameters.flatMap((one) => schemaBlock(`${one.name} (in the ${one.in})`, one.schema)),
    ...schemaBlock('Body', call.requestBody.content['application/json'].schema),
    ...schemaBlock('Answer', call.responses['200'].content['application/json'].schema),
    element('h3', 'Refusals'),
    refusals,
  ]);
  details.dataset.text = `${path} ${call.summary}`.toLowerCase();
  return details;
}

function applyFilter() {
  const wanted = filter.value.trim().toLowerCase();
  for (const details of list.querySelectorAll('details')) details.hidden = !details.dataset.text.includes(wanted);
}

async function show() {
  const response = await fetch('/openapi.json');
  if (!response.ok) throw new Error(`the document answered ${response.status}`);
  const api = await response.json();
  document.getElementById('about').textContent = api.info.description.replaceAll('`', '');
  list.replaceChildren(...Object.entries(api.paths).map(([path, item]) => callDetails(path, item.post)));
  applyFilter();
}

filter.addEventListener('input', applyFilter);
show().catch((error) => list.replaceChildren(element('p', `The document could not be read: ${error.message}`)));
