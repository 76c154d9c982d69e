// words.js - every text of the page that does not come from the core: Spanish first, English beside it.
//
// {name} is filled in. {n|one|many} picks by the number n. Sentences about moves, refusals, editions,
// bots and sayings come from the core, so that they read the same everywhere.

import { prefs, keep } from "./prefs.js";

/** @typedef {"es" | "en"} Lang */

/** @type {Record<string, [string, string]>} */
export const WORDS = {
    // The start
    tagline: ["Una más y nos vamos.", "One more and we go."],
    about: [
        "El juego de cartas de colores y números, contigo y tus amigos o contra el ordenador. Sin cuentas, sin anuncios.",
        "The card game of colours and numbers, with your friends or against the computer. No accounts, no ads.",
    ],
    play: ["Jugar", "Play"],
    playNow: ["Jugar ya", "Play now"],
    goOn: ["Seguir la partida", "Go on with the game"],
    alone: ["A solas", "Alone"],
    aloneLine: [
        "Contra el ordenador, también sin conexión.",
        "Against the computer, also without a network.",
    ],
    friends: ["Con amigos", "With friends"],
    friendsLine: ["Abre una mesa y manda el enlace.", "Open a table and send the link."],
    learn: ["Aprender", "Learn"],
    learnLine: ["Una primera partida guiada y las reglas.", "A guided first game, and the rules."],
    replays: ["Repeticiones", "Replays"],
    replaysLine: [
        "Abre una partida .mesa y mírala jugada a jugada.",
        "Open a .mesa game and watch it move by move.",
    ],
    yourName: ["Tu nombre", "Your name"],
    nameHelp: ["Letras, cifras, _ y -; sin espacios.", "Letters, digits, _ and -; no spaces."],
    defaultName: ["Visita", "Guest"],
    edition: ["Edición", "Edition"],
    rivals: ["Rivales", "Opponents"],
    rivalsCount: ["{n} {n|rival|rivales}", "{n} {n|opponent|opponents}"],
    fewer: ["Menos", "Fewer"],
    more: ["Más", "More"],
    level: ["Nivel", "Level"],
    houseRules: ["Reglas de la casa", "House rules"],
    noHouse: ["Sin reglas de la casa", "No house rules"],
    "house.progressive": [
        "Progresiva: a un Toma dos se responde con otro, y se suman.",
        "Progressive: a Draw Two is answered with another, and they add up.",
    ],
    "house.seven-0": [
        "Siete-0: con un 7 cambias tu mano con otro; con un 0 todas las manos pasan al siguiente.",
        "Seven-0: with a 7 you swap hands with somebody; with a 0 all hands move on.",
    ],
    "house.jump-in": [
        "Descarte inmediato: con la carta idéntica a la de arriba entras aunque no te toque.",
        "Jump-in: with the twin of the top card you play even out of turn.",
    ],
    "house.progressive.name": ["Progresiva", "Progressive"],
    "house.seven-0.name": ["Siete-0", "Seven-0"],
    "house.jump-in.name": ["Descarte inmediato", "Jump-in"],
    houseOverrides: [
        "En esta edición ya se acumulan; la progresiva lo limita a cartas iguales.",
        "Draws pile up in this edition anyway; progressive limits it to equal cards.",
    ],
    "preset.none": ["Sin ninguna", "None of them"],
    "preset.lively": ["Movida", "Lively"],
    "preset.wild": ["Todas", "All of them"],
    copyRules: ["Copiar un enlace con estas reglas", "Copy a link with these rules"],
    copyReplay: ["Copiar el enlace", "Copy the link"],
    scoring: ["Puntuación", "Scoring"],
    "scoring.default": ["Como dice la edición", "As the edition says"],
    "scoring.points": ["Por puntos: gana quien llega a la meta", "By points: who reaches the target wins"],
    "scoring.lowest": [
        "Menos puntos: cada cual carga con lo suyo",
        "Fewest points: everybody keeps their own",
    ],
    "scoring.quick": ["Una sola ronda", "A single round"],
    target: ["Meta", "Target"],
    settings: ["Ajustes", "Settings"],
    moreOptions: ["Más opciones", "More options"],
    back: ["Volver", "Back"],
    close: ["Cerrar", "Close"],
    cancel: ["Cancelar", "Cancel"],
    broken: [
        "Algo ha fallado aquí. Vuelve a cargar la página: la partida sigue.",
        "Something broke here. Load the page again: the game goes on.",
    ],
    shareIt: ["Compartir", "Share"],
    loading: ["Barajando…", "Shuffling…"],
    badName: [
        "Ese nombre no vale: letras y cifras, sin espacios, hasta 24 letras.",
        "That name will not do: letters and digits, no spaces, up to 24.",
    ],

    // The table
    table: ["Mesa", "Table"],
    yourHand: ["Tu mano", "Your hand"],
    opponents: ["Los demás", "The others"],
    drawPile: ["Mazo", "Draw pile"],
    discardPile: ["Descartes", "Discard pile"],
    pileLeft: ["{n} {n|carta|cartas}", "{n} {n|card|cards}"],
    direction: ["Se juega hacia la {where}", "Play runs to the {where}"],
    left: ["izquierda", "left"],
    right: ["derecha", "right"],
    round: ["Ronda {n}", "Round {n}"],
    points: ["{n} {n|punto|puntos}", "{n} {n|point|points}"],
    cardCount: ["{n} {n|carta|cartas}", "{n} {n|card|cards}"],
    hisTurn: ["le toca", "in turn"],
    away: ["ausente: juega un bot", "away: a bot plays"],
    offline: ["sin conexión", "not connected"],
    isBot: ["bot", "bot"],
    saidUno: ["dijo UNO", "said UNO"],
    pendingOn: ["le esperan {n} cartas", "{n} cards are waiting"],
    you: ["tú", "you"],
    watching: ["Estás mirando.", "You are watching."],

    // Prompts
    "do.turn": ["Te toca", "Your turn"],
    "do.turnNothing": ["Te toca: no te sirve ninguna, roba", "Your turn: nothing fits, draw a card"],
    "do.drawn": ["Has robado {card}: ¿la juegas?", "You drew {card}: play it?"],
    "do.drawnMust": ["Has robado {card} y hay que jugarla", "You drew {card} and have to play it"],
    "do.pending": ["Te esperan {n} cartas", "{n} cards are waiting for you"],
    "do.pendingAnswer": [
        "Te esperan {n} cartas: responde o tómalas",
        "{n} cards are waiting for you: answer or take them",
    ],
    "do.challenge": ["{who} te echa {n}: ¿lo desafías?", "{who} makes you draw {n}: do you challenge?"],
    "do.name": ["¿Qué color pides?", "Which colour do you name?"],
    "do.color": ["¿De qué color?", "Which colour?"],
    "do.swap": ["¿Con quién cambias la mano?", "Whom do you swap hands with?"],
    "do.race": ["¡Suelta las cartas!", "Drop your cards!"],
    "do.raceDone": ["Soltadas. Faltan los demás…", "Dropped. Waiting for the others…"],
    "do.stream": ["Pon la carta que quieras, o ninguna", "Lay any card you like, or none"],
    "do.follow": ["Sigue el color con una carta", "Follow the colour with a card"],
    "do.swing": ["¿A quién saltas?", "Whom do you skip?"],
    "do.wait": ["Juega {who}", "{who} is playing"],
    "do.waitAll": ["Un momento…", "One moment…"],
    "do.jump": ["¡Puedes entrar!", "You can jump in!"],
    "do.owe": ["¡Te queda una! Di UNO", "One card left! Say UNO"],
    "do.paused": ["La mesa está en pausa", "The table is paused"],
    "do.queued": ["En cola: {card}", "Queued: {card}"],
    draw: ["Robar", "Draw"],
    keepIt: ["Quedármela", "Keep it"],
    playIt: ["Jugarla", "Play it"],
    take: ["Tomar {n}", "Take {n}"],
    challenge: ["Desafiar", "Challenge"],
    none: ["Ninguna", "None"],
    drop: ["¡SUELTA!", "DROP!"],
    uno: ["UNO", "UNO"],
    unoArmed: ["UNO: se dirá con la próxima carta", "UNO: will be said with the next card"],
    unoSay: ["¡Decir UNO ya!", "Say UNO now!"],
    unoIdle: ["UNO: para cuando te quede una carta", "UNO: for when one card is left"],
    catchIt: ["¡No dijo UNO! {who}", "No UNO! {who}"],
    catchShort: ["Pillar", "Catch"],
    accuse: ["Acusar de dar consejos", "Accuse of giving advice"],
    unqueue: ["Quitar de la cola", "Take off the queue"],
    canPlay: ["se puede jugar", "can be played"],
    cannotPlay: ["ahora no", "not now"],
    canJump: ["¡puedes entrar con ella!", "you can jump in with it!"],
    justDrawn: ["recién robada", "just drawn"],
    handOf: ["Mano de {who}", "Hand of {who}"],
    refused: ["{text} ({rule})", "{text} ({rule})"],
    worth: [
        "Vale {n} {n|punto|puntos} si se te queda en la mano.",
        "Counts {n} {n|point|points} if it stays in a hand.",
    ],
    explainKey: [
        "Mantén pulsada una carta, o la tecla i, para saber qué hace.",
        "Hold a card, or press i, to learn what it does.",
    ],
    "step.name color": ["Quien la juega pide un color.", "Its player names a colour."],
    "step.draw next": ["El siguiente toma {n} cartas.", "The next player draws {n} cards."],
    "step.skip next": ["El siguiente pierde el turno.", "The next player loses the turn."],
    "step.reverse": ["Se juega al revés.", "Play runs the other way."],
    "step.pass hands": ["Todas las manos pasan al siguiente.", "All hands move on one seat."],
    "step.swap hands": ["Cambias tu mano con quien quieras.", "You swap hands with whom you like."],
    "step.race drop": [
        "Todos sueltan las cartas: el último toma {n}.",
        "All drop their cards: the last one draws {n}.",
    ],
    "step.everyone draws": [
        "Todos toman {n|una carta|{n} cartas}.",
        "Everybody draws {n|one card|{n} cards}.",
    ],
    "step.lay any": ["Después pones la carta que quieras.", "Then you lay any card you like."],
    "step.others follow or draw": [
        "Los demás siguen su color o toman {n}.",
        "The others follow its colour or draw {n}.",
    ],
    "step.reveal others": ["Los demás enseñan su mano.", "The others show their hands."],
    "step.skip chosen": [
        "Saltas a quien elijas de los que tienen ese color.",
        "You skip one of those who hold that colour.",
    ],
    "step.guard": [
        "Honrada solo si no tienes el color en juego; si no, te pueden desafiar.",
        "Honest only if you hold none of the colour in play; otherwise you may be challenged.",
    ],
    "step.number": ["Va sobre su color o su número.", "Goes on its colour or its number."],

    // The end of a round
    roundWon: ["{who} gana la ronda", "{who} wins the round"],
    roundMine: ["¡Ganas la ronda!", "You win the round!"],
    roundVoid: ["Ronda nula", "The round is void"],
    gameWon: ["{who} gana la partida", "{who} wins the game"],
    gameMine: ["¡Ganas la partida!", "You win the game!"],
    gameShared: ["Ganan {who}", "{who} win"],
    total: ["Total", "Total"],
    nextRound: ["Siguiente ronda", "Next round"],
    again: ["La penúltima: otra partida", "One more game"],
    waitingFor: ["Esperando a {who}…", "Waiting for {who}…"],
    watchReplay: ["Ver la repetición", "Watch the replay"],
    download: ["Descargar .mesa", "Download .mesa"],
    "proof.good": [
        "Comprobado: compromiso, semilla, cartas y firmas concuerdan.",
        "Checked: commitment, seed, cards and signatures agree.",
    ],
    "proof.unsigned": [
        "Comprobado: todo concuerda. Este servidor no firma nada.",
        "Checked: everything agrees. This server signs nothing.",
    ],
    "proof.wrong": ["¡Esta partida no cuadra!", "This game does not check!"],
    "proof.kept": [
        "Lo que vio esta página queda guardado en este navegador; «penultima verify» lo comprueba.",
        "What this page saw is kept in this browser; “penultima verify” checks it.",
    ],
    "proof.download": ["Descargar las pruebas", "Download the evidence"],
    "proof.noCommit": [
        "El servidor no ha comprometido ninguna semilla: este barajado no prueba nada.",
        "The server has committed to no seed: this shuffle proves nothing.",
    ],
    "proof.badSign": [
        "¡La firma del servidor no vale o su clave ha cambiado!",
        "The server's signature is wrong, or its key has changed!",
    ],
    "proof.otherCommit": [
        "¡El servidor ha cambiado su compromiso! Tu semilla no se revela.",
        "The server has changed its commitment! Your seed is not revealed.",
    ],
    "proof.otherSeal": [
        "¡El servidor no ha firmado tu compromiso! Tu semilla no se revela.",
        "The server has not signed your commitment! Your seed is not revealed.",
    ],
    serverKey: ["Clave del servidor: {key}", "Server's key: {key}"],
    verify: ["Comprobar la baraja", "Check the shuffle"],
    home: ["Inicio", "Home"],

    // Drawers
    log: ["Jugadas", "Moves"],
    people: ["Gente", "People"],
    chat: ["Charla", "Chat"],
    rulesHere: ["Reglas", "Rules"],
    menu: ["Menú", "Menu"],
    sayWhat: ["Escribe algo", "Write something"],
    say: ["Decir", "Say"],
    noLog: ["Todavía no ha pasado nada.", "Nothing has happened yet."],
    language: ["Idioma", "Language"],
    theme: ["Tema", "Theme"],
    "theme.dark": ["Noche", "Night"],
    "theme.light": ["Día", "Day"],
    contrast: ["Alto contraste", "High contrast"],
    large: ["Letra grande", "Large print"],
    still: ["Sin movimiento", "No motion"],
    protect: ["No dejarme jugar cartas que no valen", "Keep me from laying wrong cards"],
    sound: ["Sonido", "Sound"],
    soundOn: ["Sonido encendido", "Sound is on"],
    soundOff: ["Sonido apagado", "Sound is off"],
    takeBack: ["Deshacer mi jugada", "Take my move back"],
    pause: ["Pausa", "Pause"],
    unpause: ["Seguir", "Go on"],
    hint: ["Pista", "Hint"],
    "deed.plays": ["juega {card}", "play {card}"],
    "deed.playsColor": ["juega {card} y pide {color}", "play {card} and name {color}"],
    "deed.draws": ["roba", "draw"],
    "deed.keeps": ["quédatela", "keep it"],
    "deed.takes": ["tómalas", "take them"],
    "deed.challenges": ["desafía", "challenge"],
    "deed.names": ["pide {color}", "name {color}"],
    "deed.says": ["di UNO", "say UNO"],
    "deed.catches": ["descubre a {who}", "catch {who}"],
    "deed.jumps": ["entra con {card}", "jump in with {card}"],
    "deed.jumpsColor": ["entra con {card} y pide {color}", "jump in with {card} and name {color}"],
    "deed.swaps": ["cambia con {who}", "swap with {who}"],
    "deed.drops": ["suelta las cartas", "drop your cards"],
    "deed.streams": ["pon {card}", "lay {card}"],
    "deed.streamsColor": ["pon {card} y pide {color}", "lay {card} and name {color}"],
    "deed.none": ["no pongas ninguna", "lay none"],
    "deed.follows": ["sigue con {card}", "follow with {card}"],
    "deed.swings": ["salta a {who}", "skip {who}"],
    "deed.accuses": ["acusa a {who}", "accuse {who}"],
    hintIs: ["Pista: {what}", "Hint: {what}"],
    leave: ["Levantarse de la mesa", "Leave the table"],
    leaveSure: ["¿Dejar la partida?", "Leave the game?"],
    keys: ["Teclas", "Keys"],
    "key.hand": ["elegir carta", "choose a card"],
    "key.play": ["jugarla", "play it"],
    "key.draw": ["robar o tomar", "draw or take"],
    "key.keep": ["quedarse la carta", "keep the card"],
    "key.challenge": ["desafiar", "challenge"],
    "key.uno": ["UNO", "UNO"],
    "key.catch": ["pillar a quien no dijo UNO", "catch who did not say UNO"],
    "key.answer": ["responder lo que se pregunta", "answer what is asked"],
    "key.info": ["qué hace la carta", "what the card does"],
    "key.status": ["cómo está la mesa", "how the table stands"],
    "key.log": ["jugadas", "moves"],
    "key.mute": ["sonido", "sound"],
    "key.help": ["estas teclas", "these keys"],
    "key.close": ["cerrar", "close"],
    statusTurn: [
        "Arriba {card}, color {color}. Le toca a {who}.",
        "On top {card}, colour {color}. {who} is in turn.",
    ],
    statusMine: ["Arriba {card}, color {color}. Te toca.", "On top {card}, colour {color}. It is your turn."],

    // With friends
    newTable: ["Nueva mesa", "New table"],
    openTable: ["Abrir mesa", "Open table"],
    join: ["Sentarme", "Sit down"],
    joinTable: ["Te han invitado a una mesa", "You are invited to a table"],
    watch: ["Solo mirar", "Just watch"],
    publicTables: ["Mesas abiertas", "Open tables"],
    noTables: ["Ahora no hay ninguna mesa abierta.", "There is no open table right now."],
    noServer: [
        "Aquí no hay servidor: solo se puede jugar a solas.",
        "There is no server here: you can only play alone.",
    ],
    isPublic: ["Cualquiera puede verla en la lista", "Anybody can see it in the list"],
    seatsWanted: ["Sitios", "Seats"],
    clock: ["Reloj", "Clock"],
    noClock: ["Sin reloj", "No clock"],
    clockSeconds: ["{n} segundos por jugada", "{n} seconds per move"],
    allowHints: ["Se permiten pistas", "Hints are allowed"],
    share: ["Comparte este enlace", "Share this link"],
    copy: ["Copiar", "Copy"],
    copied: ["Copiado", "Copied"],
    qr: ["Código QR del enlace", "QR code of the link"],
    freeSeat: ["Sitio libre", "Free seat"],
    addBot: ["Sentar un bot", "Seat a bot"],
    removeBot: ["Quitar el bot", "Take the bot away"],
    agree: ["Acepto estas reglas", "I agree to these rules"],
    agreed: ["acepta", "agrees"],
    notAgreed: ["lo está mirando", "is reading them"],
    start: ["Repartir", "Deal"],
    needPeople: [
        "Faltan jugadores: manda el enlace o sienta un bot.",
        "More players are needed: send the link or seat a bot.",
    ],
    needAgree: ["Falta que {n|acepte|acepten}: {who}", "Still {n|has|have} to agree: {who}"],
    waitHost: ["Reparte {who} cuando todos acepten.", "{who} deals when everybody agrees."],
    host: ["pone la mesa", "host"],
    changeRules: ["Cambiar las reglas", "Change the rules"],
    reconnecting: ["Reconectando…", "Reconnecting…"],
    lost: ["Se perdió la conexión.", "The connection was lost."],
    asks: ["{who} pide: {what}", "{who} asks: {what}"],
    "ask.pause": ["una pausa", "a pause"],
    "ask.go-on": ["seguir", "to go on"],
    "ask.take-back": ["deshacer su jugada", "to take a move back"],
    "ask.kick": ["que se vaya {who}", "that {who} leaves"],
    yes: ["Sí", "Yes"],
    no: ["No", "No"],
    kick: ["Pedir que se vaya", "Ask to leave"],
    there: ["¿Estás ahí?", "Are you there?"],
    thereYou: [
        "{who} pregunta si estás ahí: tienes {n} s para jugar.",
        "{who} asks whether you are there: you have {n} s to play.",
    ],
    thereOther: [
        "{who} pregunta a {other} si está ahí: tiene {n} s.",
        "{who} asks {other}: are you there? {n} s to play.",
    ],
    hush: ["No oír lo que dice", "Mute"],
    unhush: ["Volver a oír lo que dice", "Unmute"],
    removePerson: ["Quitar de la mesa", "Take off the table"],
    votes: ["Lo que se ha votado", "What was voted"],
    voteLine: [
        "{who} pidió {what}: {outcome} (sí: {yes}; no: {no})",
        "{who} asked {what}: {outcome} (yes: {yes}; no: {no})",
    ],
    "outcome.done": ["hecho", "done"],
    "outcome.refused": ["rechazado", "refused"],
    "outcome.lapsed": ["sin respuesta bastante", "not enough answered"],
    "outcome.moot": ["ya no venía al caso", "no longer to the point"],
    grace: ["Tiempo para decir UNO antes de que te pillen", "Time to say UNO before a catch counts"],
    graceMs: ["{n} ms", "{n} ms"],
    watchers: ["{n} {n|mirando|mirando}", "{n} watching"],
    moveSeat: ["Seguir en otro dispositivo", "Go on at another device"],
    moveSeatLine: [
        "Quien abre este enlace se sienta en tu sitio: no lo compartas.",
        "Whoever opens this link sits in your seat: do not share it.",
    ],
    seatsTaken: ["{n} de {of}", "{n} of {of}"],

    // Replay
    replay: ["Repetición", "Replay"],
    openFile: ["Abrir un archivo .mesa", "Open a .mesa file"],
    first: ["Al principio", "To the start"],
    previous: ["Atrás", "Back one"],
    next: ["Adelante", "Forward one"],
    last: ["Al final", "To the end"],
    step: ["Jugada {n} de {of}", "Move {n} of {of}"],
    seenBy: ["Visto por", "Seen by"],
    everybody: ["todas las manos", "all hands"],
    newerGame: [
        "Esa partida la guardó una versión más nueva; recarga la página.",
        "A newer version has kept that game; load the page again.",
    ],
    cannotRead: ["No se puede leer esa partida.", "That game cannot be read."],
    lineIs: ["línea {n}: {text}", "line {n}: {text}"],
    verified: [
        "Todo cuadra: la baraja no se pudo preparar.",
        "All is well: the shuffle could not be prepared.",
    ],
    notVerified: ["Algo no cuadra.", "Something is wrong."],
    notSealed: [
        "Este archivo no lleva semillas: no hay nada que comprobar.",
        "This file carries no seeds: there is nothing to check.",
    ],

    // Learn
    lesson: ["Lección {n} de {of}", "Lesson {n} of {of}"],
    firstGame: ["Primera partida guiada", "A guided first game"],
    startLesson: ["Empezar", "Begin"],
    nextLesson: ["Siguiente", "Next"],
    doneLessons: [
        "¡Ya sabes jugar! Ahora, una partida de verdad.",
        "Now you know how to play. Time for a real game.",
    ],
    rulesOf: ["Reglas de {edition}", "Rules of {edition}"],

    // Moments, people, kept games
    newGame: ["Otra partida", "New game"],
    games: ["Tus partidas", "Your games"],
    stay: ["Quedarme", "Stay"],
    unread: ["{n} sin leer", "{n} unread"],
    shareResult: ["Compartir el resultado", "Share the result"],
    "state.away": ["juega un bot", "a bot plays"],
    "state.offline": ["sin conexión", "offline"],
    "moment.caught": ["¡Pillado!", "Caught!"],
    "moment.guilty": ["¡Era un farol!", "It was a bluff!"],
    "moment.innocent": ["Jugó limpio", "Fair play"],
    "moment.last": ["¡El último!", "Last one!"],
    "moment.jump": ["¡Entra!", "Jumps in!"],
    "moment.swing": ["¡Saltado!", "Skipped!"],
    "moment.wrong": ["No va", "Does not fit"],
    "moment.streams": ["¡Rayos cruzados!", "Crossed streams!"],
    "end.of": ["{n} de {of}", "{n} of {of}"],
    "end.mine": ["Y decías que la penúltima.", "And you said one more."],
    "end.mineRound": ["Sin cartas y con sonrisa.", "No cards left, and a smile."],
    "end.fromMany": ["Y llegaste a tener {n} cartas.", "And you held {n} cards once."],
    "end.close": ["Te quedaba una. Así es la noche.", "One card short. Such is the night."],
    "end.lost": ["La próxima es tuya.", "The next one is yours."],
    "end.lostRound": ["Queda noche.", "The night is young."],
    clockDays: ["{n} {n|día|días} por jugada", "{n} {n|day|days} per move"],
    toTarget: ["a {n} puntos", "to {n} points"],
    rulesChanged: [
        "Las reglas han cambiado: míralas y acepta.",
        "The rules have changed: look at them and agree.",
    ],
    fillBots: ["Completar con bots", "Fill up with bots"],
    tableUnknown: ["Esa mesa ya no está.", "That table is not there any more."],
    tableFull: ["La mesa está llena. Puedes mirar.", "The table is full. You can watch."],
    tablePlays: ["Ya están jugando. Puedes mirar.", "They are playing already. You can watch."],
    "theme.system": ["Como el sistema", "As the system"],
    twoTaps: ["Pedir un segundo toque para jugar", "Ask for a second tap to play"],
    tellMe: ["Avisarme cuando me toque", "Tell me when it is my turn"],
    tellRefused: ["El navegador no lo permite.", "The browser does not allow it."],
    goOnShort: ["Seguir", "Go on"],
    gamesAlone: ["A solas", "Alone"],
    tablesHeld: ["Mesas con amigos", "Tables with friends"],
    tableGone: ["ya no está", "is gone"],
    noGames: ["Todavía no has jugado ninguna.", "You have not played one yet."],
    "saved.won": ["ganada", "won"],
    "saved.lost": ["perdida", "lost"],
    "saved.open": ["a medias, ronda {n}", "going on, round {n}"],
    "stage.waiting": ["espera gente", "waits for people"],
    "stage.revealing": ["está barajando", "is shuffling"],
    "stage.playing": ["en juego", "is playing"],
    "stage.between": ["entre rondas", "between rounds"],
    "stage.over": ["ha acabado", "is over"],
    "stage.closed": ["cerrada", "closed"],
    erase: ["Borrar", "Erase"],
    eraseSure: ["¿Borrarlo? No se puede deshacer.", "Erase it? This cannot be undone."],
    export: ["Llevármelo", "Take it along"],
    import: ["Traerlo de otro sitio", "Bring it from elsewhere"],
    imported: ["Traído", "Brought"],
    saved: ["Guardado", "Saved"],
    stats: ["Lo que llevas jugado", "What you have played"],
    statsHere: ["Todo esto se queda en este navegador.", "All of this stays in this browser."],
    "stats.games": ["Partidas", "Games"],
    "stats.wins": ["Ganadas", "Won"],
    "stats.place": ["Puesto medio", "Average place"],
    "stats.streak": ["Racha", "In a row"],
    "stats.best": ["Mejor racha", "Best row"],
    "stats.caught": ["UNO pillados", "UNOs caught"],
    "stats.bluffs": ["Faroles descubiertos", "Bluffs found"],
    "stats.of": ["{n} de {of} ganadas", "{n} of {of} won"],
    honours: ["Para contar", "Worth telling"],
    "honour.mountain": ["De la montaña al valle", "Down from the mountain"],
    "honour.mountain.line": ["ganar después de tener veinte cartas", "won after holding twenty cards"],
    "honour.dry": ["En seco", "Dry"],
    "honour.dry.line": ["ganar una ronda sin robar ni una", "won a round without drawing a card"],
    "honour.crowd": ["Entre diez", "Out of ten"],
    "honour.crowd.line": ["ganar en una mesa de diez", "won at a table of ten"],
    "honour.master": ["Maestría", "Mastery"],
    "honour.master.line": ["ganar a los mejores bots", "beat the strongest bots"],
    "honour.nose": ["Buen olfato", "A good nose"],
    "honour.nose.line": ["descubrir un farol", "found a bluff"],
    "honour.hawk": ["Ojo de halcón", "Hawk-eyed"],
    "honour.hawk.line": ["pillar a dos en una ronda", "caught two in one round"],
    "honour.late": ["La penúltima", "One more"],
    "honour.late.line": ["ganar de madrugada", "won in the small hours"],
    "told.body": ["Te esperan en la mesa.", "They are waiting at the table."],
    readyAre: ["{n|Está|Están} para seguir: {who}", "{n|Is|Are} ready to go on: {who}"],
    wantMore: ["{n|Quiere|Quieren} la penúltima: {who}", "{n|Wants|Want} one more: {who}"],
};

/** The first language of the browser that we speak; who speaks neither most likely reads English. */
function usualLanguage() {
    for (const one of globalThis.navigator?.languages ?? []) {
        const spoken = one.toLowerCase().slice(0, 2);
        if (["es", "ca", "gl", "eu"].includes(spoken)) return "es";
        if (spoken === "en") return "en";
    }
    return "en";
}

/** @type {Lang} */
export let lang = prefs.lang ?? usualLanguage();

/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener */
export const onLanguage = (listener) => void listeners.push(listener);

/** @param {Lang} chosen */
export function setLanguage(chosen) {
    lang = chosen;
    keep({ lang });
    document.documentElement.lang = lang;
    for (const listener of listeners) listener();
}

/**
 * Fills a template. {n|one|many} may hold a further {n}.
 * @param {string} template
 * @param {Record<string, string | number>} values
 */
export function fillIn(template, values) {
    return template
        .replace(/\{(\w+)\|([^|]*)\|((?:[^{}]|\{\w+\})*)\}/g, (_, key, one, many) =>
            Number(values[key]) === 1 ? one : many,
        )
        .replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ""));
}

/**
 * A text in the language in use.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
    const pair = WORDS[key];
    if (!pair) throw new Error(`no text ${key}`);
    return fillIn(pair[lang === "es" ? 0 : 1], values);
}

/** A text of the core in the language in use; a table says it in the one that was asked for.
 * @param {{es: string, en: string} | {text: string}} both */
export const both = (both) => ("text" in both ? both.text : both[lang]);
