// A player for a Penúltima server in Go, written from docs/PROTOCOL.md and the schema alone; standard library only.
//
//	go run client.go 127.0.0.1:7373 classic 10
//
// It opens a table with three of the server's bots, plays so many games of a round and counts what was refused.
package main

import (
	"bufio"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
)

// ---- WebSocket: the client's side of RFC 6455, as far as this protocol needs it

type socket struct {
	net.Conn
	in *bufio.Reader
}

func open(address string) (*socket, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	key := make([]byte, 16)
	rand.Read(key)
	fmt.Fprintf(conn, "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n", address, base64.StdEncoding.EncodeToString(key))
	s := &socket{conn, bufio.NewReader(conn)}
	for first := true; ; first = false {
		line, err := s.in.ReadString('\n')
		if err != nil || first && !strings.Contains(line, " 101 ") {
			return nil, fmt.Errorf("no WebSocket: %s %v", line, err)
		}
		if line == "\r\n" {
			return s, nil
		}
	}
}

func (s *socket) frame(opcode byte, payload []byte) {
	head := []byte{0x80 | opcode}
	if len(payload) < 126 {
		head = append(head, 0x80|byte(len(payload)))
	} else {
		head = append(head, 0xfe, byte(len(payload)>>8), byte(len(payload)))
	}
	mask := make([]byte, 4)
	rand.Read(mask)
	head = append(head, mask...)
	for i, one := range payload {
		head = append(head, one^mask[i%4])
	}
	s.Write(head)
}

func (s *socket) receive() ([]byte, error) {
	var text []byte
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(s.in, head); err != nil {
			return nil, err
		}
		size := uint64(head[1] & 0x7f)
		if size >= 126 {
			more := make([]byte, 8)
			if size == 126 {
				more = more[:2]
			}
			io.ReadFull(s.in, more)
			if size = 0; len(more) == 2 {
				size = uint64(binary.BigEndian.Uint16(more))
			} else {
				size = binary.BigEndian.Uint64(more)
			}
		}
		payload := make([]byte, size)
		if _, err := io.ReadFull(s.in, payload); err != nil {
			return nil, err
		}
		switch head[0] & 15 {
		case 8:
			return nil, io.EOF
		case 9:
			s.frame(10, payload)
		case 0, 1:
			if text = append(text, payload...); head[0]&0x80 != 0 {
				return text, nil
			}
		}
	}
}

// ---- messages: what a player looks at

type object = map[string]any

type now struct {
	Must   []int
	Counts []int
	Legal  map[string]any
}

type message struct {
	T             string
	N, Ack, Rules int
	ID            any // of an answer the command's number, of a table its name
	You           *int
	Seats         []struct {
		Name, Kind string
		Agreed     bool
	}
	Colors []struct{ ID, Letter string }
	Now    *now
	Over   *struct{ Game []int }
}

type player struct {
	*socket
	id, open, last, seat int
	rules                int
	names                []string
	colors               map[string]string // by the letter of their cards
	now                  *now
	refusals             int
}

func (p *player) say(kind string, fields object) {
	p.id++
	p.open = p.id
	fields["t"], fields["id"] = kind, p.id
	p.send(fields)
}

func (p *player) send(fields object) {
	bytes, _ := json.Marshal(fields)
	p.frame(1, bytes)
}

// choose takes the first thing that is open, as a line without the name.
func (p *player) choose() string {
	anyColor := ""
	for _, name := range p.colors {
		anyColor = name
	}
	for verb, value := range p.now.Legal {
		choices, _ := value.([]any)
		switch {
		case verb == "verbs" || verb == "jumps" || verb == "catches" || verb == "accuses":
			continue // alone, or at any time
		case verb == "names":
			return "names " + anyColor
		}
		if seat, ok := choices[0].(float64); ok {
			return verb + " " + p.names[int(seat)]
		}
		line := verb + " " + choices[0].(string)
		if _, isColored := p.colors[choices[0].(string)[:1]]; !isColored {
			line += " " + anyColor
		}
		if p.now.Counts[p.seat] == 2 {
			line += " uno"
		}
		return line
	}
	for _, verb := range p.now.Legal["verbs"].([]any) {
		if verb != "says uno" && verb != "challenges" {
			return verb.(string)
		}
	}
	return p.now.Legal["verbs"].([]any)[0].(string)
}

// hear takes one message in; true: the game is over.
func (p *player) hear(bytes []byte) bool {
	var m message
	if err := json.Unmarshal(bytes, &m); err != nil {
		panic(fmt.Sprint(err, string(bytes)))
	}
	if m.N > 0 {
		p.last = m.N
	}
	if m.Rules > 0 {
		p.rules = m.Rules
	}
	if m.You != nil {
		p.seat = *m.You
	}
	if m.Colors != nil {
		p.colors = map[string]string{}
		for _, color := range m.Colors {
			p.colors[color.Letter] = color.ID
		}
	}
	if m.Seats != nil {
		p.names = nil
		for _, seat := range m.Seats {
			p.names = append(p.names, seat.Name)
		}
	}
	if m.Now != nil {
		p.now = m.Now
	}
	if m.T == "no" {
		p.refusals++
		fmt.Fprintln(os.Stderr, string(bytes))
	}
	if m.ID == float64(p.open) || m.Ack > 0 && m.Ack == p.open {
		p.open = 0
	}
	return m.Over != nil && m.Over.Game != nil
}

func play(address, edition string) (int, error) {
	s, err := open(address)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	p := &player{socket: s}
	p.send(object{"t": "hello", "v": 2, "lang": "en"})
	p.send(object{"t": "create", "name": "Gopher", "settings": object{
		"edition": edition, "seats": 4, "scoring": "quick", "pace": "at-once"}})
	steps := []func(){ // one after the other, each when the one before was answered
		func() { p.say("name", object{"name": "Gopher", "program": true}) },
		func() { p.say("bot", object{"seat": 1, "level": "random"}) },
		func() { p.say("bot", object{"seat": 2, "level": "random"}) },
		func() { p.say("bot", object{"seat": 3, "level": "random"}) },
		nil, nil,
	}
	steps[4] = func() { p.say("agree", object{"rules": p.rules}) }
	steps[5] = func() { p.say("start", object{}) }
	for {
		bytes, err := s.receive()
		if err != nil {
			return p.refusals, err
		}
		if p.hear(bytes) {
			return p.refusals, nil
		}
		if p.open > 0 || p.names == nil {
			continue
		}
		if len(steps) > 0 {
			steps[0]()
			steps = steps[1:]
			continue
		}
		if p.now == nil {
			continue
		}
		for _, seat := range p.now.Must {
			if seat == p.seat && len(p.now.Legal) > 0 {
				p.say("act", object{"do": p.choose(), "on": p.last})
			}
		}
	}
}

func main() {
	games, _ := strconv.Atoi(os.Args[3])
	refusals := 0
	for game := 0; game < games; game++ {
		count, err := play(os.Args[1], os.Args[2])
		refusals += count
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	fmt.Printf("%d games, %d refusals\n", games, refusals)
	if refusals > 0 {
		os.Exit(1)
	}
}
