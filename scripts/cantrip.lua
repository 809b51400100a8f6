---@meta cantrip
-- Annotations for lua-language-server: what scripts of rulesets may use. Not a script: it is
-- never loaded by the interpreter. The guide explains them: rulesets/guide/reference/lua.

---@alias Face "up"|"down"
---@alias Place "first"|"last"|integer
---@alias SeatWord "you"|"them"|"all"|"others"|"seats"|"left"|"right"|"seat"|string
---@alias Seats Seat|SeatSet|SeatWord
---@alias Cards Card|Card[]|Selector|Bound|Chosen|string a string is the id of a card: all of that id
---@alias Value integer|boolean|string|Seat|Card|nil

---@class SeatSet a set of seats: for `g:seats` and wherever seats are wanted
---@class Chosen the cards of a g:choose_cards; good until the hook is over
---@class Bound a selector with its open places filled; for immediate use

---@class Selector
---@operator call(...): Bound

---@class Card a card; traits and card counters are fields
---@field id string its definition
---@field owner Seat?
---@field zone string
---@field at integer? place in a row or pile, from 1
---@field face Face
---@field [string] any
local Card = {}
---Turns the card face up or face down.
---@param face Face
---@return integer changed
function Card:turn(face) end
---Moves the card into a zone.
---@param to string zone
---@param of? Seats one seat
---@param face? Face
---@param place? Place
---@param owner? Seats|false one seat; false: nobody
---@return integer changed
function Card:move(to, of, face, place, owner) end
---Takes waiting effects of the card back.
---@return integer changed
function Card:cancel() end
---Adds to a counter of the card.
---@param counter string
---@param n integer|string|string[] words of a set; "-WORD" takes one out
---@return integer changed
function Card:add(counter, n) end
---Sets a counter of the card.
---@param counter string
---@param value Value
---@return integer changed
function Card:set(counter, value) end
---Does the card have this word?
---@param trait string a word or a set of words, a trait or a counter
---@param word string
---@return boolean
function Card:is(trait, word) end

---@class Seat a seat; its counters are fields
---@field index integer from 0
---@field left Seat
---@field right Seat
---@field kind string? kind of a seat without a person
---@field [string] any
local Seat = {}
---Adds to a counter of the seat.
---@param counter string
---@param n integer|string|string[] words of a set; "-WORD" takes one out
---@return integer changed
function Seat:add(counter, n) end
---Sets a counter of the seat.
---@param counter string
---@param value Value
---@return integer changed
function Seat:set(counter, value) end

---Does the seat's set of words hold the word?
---@param counter string a set of words
---@param word string
---@return boolean
function Seat:is(counter, word) end

---@class Game the game; its counters and phases are fields
---@field players integer
---@field you Seat?
---@field option table<string, boolean|integer|string>
---@field [string] any
local Game = {}
---Does the game's set of words hold the word?
---@param counter string a set of words
---@param word string
---@return boolean
function Game:is(counter, word) end
---How many cards these are.
---@param cards Cards
---@return integer
function Game:count(cards) end

---What a parameter of the effect under way comes to with the like effects that wait for the seat.
---@param param string name of a parameter of the verb
---@param seat Seat|string
---@return integer
function Game:due(param, seat) end
---Is there such a card?
---@param cards Cards
---@return boolean
function Game:has(cards) end
---The sum of a trait or counter over cards.
---@param f string a trait or card counter
---@param cards Cards
---@return integer
function Game:sum(f, cards) end
---The greatest value of a trait or counter among cards, or 0.
---@param f string a trait or card counter
---@param cards Cards
---@return integer
function Game:most(f, cards) end
---The smallest value of a trait or counter among cards, or 0.
---@param f string a trait or card counter
---@param cards Cards
---@return integer
function Game:least(f, cards) end
---Goes through cards, as they are when the loop begins.
---@param cards Cards
---@return fun(): Card
function Game:cards(cards) end
---The first of these cards, or nil.
---@param cards Cards
---@return Card?
function Game:card(cards) end
---Goes through seats, clockwise from the first.
---@param seats Seats
---@return fun(): Seat
function Game:seats(seats) end
---What all cards of an id have, also where none is in the game.
---@param id string of a card
---@param trait string
---@param word? string of words and sets of words: does it hold this one?
---@return integer|boolean|string|nil
function Game:trait(id, trait, word) end
---A `let` of the ruleset, worked out for a seat.
---@param name string
---@param seat? Seats one seat
---@return Value
function Game:let(name, seat) end

---Gives each seat the first cards of a pile.
---@param who Seats
---@param from string zone
---@param to string zone
---@param count? integer|"all"
---@param face? Face
---@return integer changed
function Game:deal(who, from, to, count, face) end
---Moves cards into a zone.
---@param cards Cards
---@param to string zone
---@param of? Seats one seat
---@param face? Face
---@param place? Place
---@param owner? Seats|false one seat; false: nobody
---@return integer changed
function Game:move(cards, to, of, face, place, owner) end
---Gives each seat's cards to another seat, all at once.
---@param who Seats
---@param cards Selector without open places
---@param to "left"|"right"|Seats
---@return integer changed
function Game:pass(who, cards, to) end
---Deals from a pile until a zone has its size.
---@param who Seats
---@param zone string
---@param from string zone
---@return integer changed
function Game:fill(who, zone, from) end
---Turns cards face up or face down.
---@param cards Cards
---@param face Face
---@return integer changed
function Game:turn(cards, face) end
---Brings a pile into random order.
---@param zone string
---@param of? Seats
---@return integer changed
function Game:shuffle(zone, of) end
---Lets seats see cards for a while.
---@param to Seats
---@param cards Cards
---@param lasts? string a phase, or "game"; else until the leaf is done
---@return integer changed
function Game:show(to, cards, lasts) end
---Tells everyone that cards have a trait, or have it not.
---@param cards Cards
---@param trait string
---@param value Value what is written on them
---@param is? boolean false: on none of them
---@return integer changed
function Game:tell(cards, trait, value, is) end
---Adds to a counter of the game, of seats or of cards.
---@param counter string
---@param n integer
---@return integer changed
---@overload fun(self: Game, of: Seats|Cards, counter: string, n: integer): integer
function Game:add(counter, n) end
---Sets a counter of the game, of seats or of cards.
---@param counter string
---@param value Value
---@return integer changed
---@overload fun(self: Game, of: Seats|Cards, counter: string, value: Value): integer
function Game:set(counter, value) end
---Lets effects of cards wait for their turn.
---@param list string a trait that is a list of effects
---@param cards Cards
---@param who? Seats one seat
---@return integer changed
function Game:trigger(list, cards, who) end
---Takes waiting effects of cards back.
---@param cards Cards
---@return integer changed
function Game:cancel(cards) end
---Stops some changes from happening.
---@param kind "add"|"turn"|"move"
---@param what string counter, face or zone
---@param who? Seats
---@param lasts? string phase
---@return integer changed
function Game:block(kind, what, who, lasts) end
---Ends the game.
---@param because? string a key of `words`
---@param won? Seats
---@param lost? Seats
---@return integer changed
function Game:finish(because, won, lost) end
---Lets a verb wait for its turn, as an effect.
---@param verb string
---@param ... any parameters in their order, or one table with their names
---@return integer changed
function Game:queue(verb, ...) end
---Writes a sentence of `words` into the log.
---@param word string a key of `words`
---@param ... integer|Card|Seats
function Game:say(word, ...) end
---A random number, which everyone is told.
---@param n integer
---@return integer
---@overload fun(self: Game, m: integer, n: integer): integer
function Game:roll(n) end
---Asks one seat, and gives what it chose.
---@param seat Seats one seat
---@param what Selector|Bound|string|string[] a selector, an action or several
---@param prompt? string a key of `words`
---@return any ... the card; of an action its slots, a set of cards as a list; of several actions first its name
function Game:choose(seat, what, prompt) end
---Asks several seats at once, and goes through their answers.
---@param seats Seats
---@param what Selector|Bound|string|string[]
---@param prompt? string a key of `words`
---@return fun(): Seat, Card
function Game:choose_all(seats, what, prompt) end
---All are asked at once; the cards they chose, to be given to a step or a question.
---@param seats Seats
---@param what Selector|Bound
---@param prompt? string a key of `words`
---@return Chosen
function Game:choose_cards(seats, what, prompt) end

---@class Effect the effect under way; the verb's parameters are fields
---@field this Card?
---@field you Seat?
---@field them Seat?
---@field card Card?
---@field helper Card?
---@field target Card?
---@field seat Seat?
---@field number integer
---@field [string] any

---@type table<string, fun(g: Game, e: Effect, ...: any)> after e: names of what e has
effect = {}
---@type table<string, fun(g: Game, e: Effect, ...: any)>
step = {}
---@type table<string, fun(g: Game, ...): integer|boolean|Seat|Card>
pure = {}
---@type table<string, fun(g: Game): boolean>
check = {}
---@class Bot
---@field value fun(g: Game, seat: Seat): integer
---@field hopeless fun(g: Game, seat: Seat): boolean
bot = {}

---Compiles a selector, while the script loads. `"$1"` … `"$8"` are places left open, `"$NAME"` is a parameter of the
---verb whose hook asks.
---@param selector table
---@return Selector
function sel(selector) end
