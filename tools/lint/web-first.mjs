/** Oxlint's plugin for browser tests: what a page shows is expected by a web-first assertion, which waits for it. */

/** The methods that read a locator or a page once. */
const reads = new Set([
  'allInnerTexts',
  'allTextContents',
  'boundingBox',
  'count',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
  'title',
]);

const isRead = (node) =>
  node?.type === 'AwaitExpression' &&
  node.argument.type === 'CallExpression' &&
  node.argument.callee.type === 'MemberExpression' &&
  reads.has(node.argument.callee.property.name);

/** Whether a call compares its arguments once: `assert.…(…)` or `expect(…)`, in contrast to `expect.poll(…)`. */
const comparesOnce = ({ type, callee }) =>
  type === 'CallExpression' &&
  ((callee.type === 'Identifier' && callee.name === 'expect') ||
    (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'assert'));

const isFunction = ({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** Whether the value of a node is part of what such a call compares. */
function isCompared(node) {
  for (let { parent } = node; parent !== null && parent !== undefined; { parent } = parent) {
    if (isFunction(parent)) return false;
    if (comparesOnce(parent)) return true;
  }
  return false;
}

const rule = {
  meta: {
    type: 'problem',
    messages: {
      awaited: 'This is compared once. Use a web-first expectation (`await expect(locator).…`) or `expect.poll`.',
      read: '`{{name}}` was read from the page once. Use a web-first expectation or `expect.poll`.',
    },
  },
  create: (context) => ({
    AwaitExpression(node) {
      if (isCompared(node)) context.report({ node, messageId: 'awaited' });
    },
    VariableDeclarator(node) {
      if (!isRead(node.init)) return;
      for (const { name, references } of context.sourceCode.getDeclaredVariables(node))
        for (const { identifier } of references)
          if (identifier !== node.id && isCompared(identifier))
            context.report({ node: identifier, messageId: 'read', data: { name } });
    },
  }),
};

export default { meta: { name: 'browser-tests' }, rules: { 'web-first': rule } };
