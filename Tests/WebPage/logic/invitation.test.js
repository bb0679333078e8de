import assert from 'node:assert/strict';
import test from 'node:test';
import { invitationLink, invitationToken, isOwnAddress } from '../../../Sources/WebDoor/Page/js/logic/invitation.js';

test('a token is found in every form of an invitation', () => {
  const token = 'home.AbC-_9';
  for (const text of [token, ` ${token}\n`, `hearth://invite/${token}`, `hearth://invite/${token}//`, `http://box:8787/hearth/#/join?token=${token}`, `https://box/#/join?x=1&token=${token}&y`]) assert.equal(invitationToken(text), token);
  for (const text of ['', ' ', '/', 'https://box/#/join?token=', 'https://box/#/join?token=%E0%A4']) assert.equal(invitationToken(text), '', text);
});

test('a link leads to the page, wherever a proxy serves it', () => {
  const link = invitationLink('https://box.example/hearth/', 'home.a+b');
  assert.equal(link, 'https://box.example/hearth/#/join?token=home.a%2Bb');
  assert.equal(invitationToken(link), 'home.a+b');
});

test('names of the machine itself are good there only', () => {
  assert.deepEqual(['localhost', '127.0.0.1', '[::1]', 'a.localhost', 'box', '192.168.1.4'].filter(isOwnAddress), ['localhost', '127.0.0.1', '[::1]', 'a.localhost']);
});
