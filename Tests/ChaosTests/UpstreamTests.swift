import Testing

@testable import Chaos

struct UpstreamTests {
    @Test
    func `a part of a film is that part of all of it`() {
        let film = UpstreamFilm(number: 17)
        let all = film.bytes(0..<film.count)
        #expect(all.count == film.count)
        for range in [0..<1, 4_095..<4_097, 8_192..<8_192, 10_000..<50_000, film.count - 1..<film.count] {
            #expect(film.bytes(range) == Array(all[range]), "\(range)")
        }
        #expect(film.difference(from: all) == nil)
    }

    @Test(arguments: [
        ("bytes=0-", 0..<10), ("bytes=3-5", 3..<6), ("bytes=9-100", 9..<10), ("bytes=10-", nil), ("bytes=5-3", nil),
        ("bytes=-3", nil), ("bytes=", nil), ("lines=1-2", nil),
    ])
    func `a part that is asked for is that one, as far as it is there`(text: String, expected: Range<Int>?) {
        #expect(UpstreamServer.range(text, of: 10) == expected)
    }
}
