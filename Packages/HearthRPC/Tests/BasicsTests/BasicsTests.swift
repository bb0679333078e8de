import Basics
import Testing

struct BasicsTests {
    /// RFC 9923, appendix C.
    @Test(arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)])
    func `FNV-1a has the hashes of its RFC`(text: String, hash: UInt64) {
        #expect(FNV1a.hash(text.utf8) == hash)
        #expect(text.utf8.reduce(into: FNV1a()) { $0.add($1) }.value == hash)
    }

    @Test func `a partitioning index is that of the first element in the second part`() {
        for count in 0..<40 {
            let numbers = Array(0..<count)
            for bound in -1...count {
                let found = numbers.partitioningIndex { $0 >= bound }
                #expect(found == numbers.firstIndex { $0 >= bound } ?? numbers.endIndex)
            }
            #expect(numbers.dropFirst(3).partitioningIndex { _ in true } == min(3, count))
        }
    }

    @Test func `days of the Gregorian calendar follow each other`() {
        #expect(GregorianDay.number(year: 1970, month: 1, day: 1) == 0)
        #expect(GregorianDay.number(year: 2000, month: 2, day: 29) == 11_016)
        var number = GregorianDay.number(year: -401, month: 1, day: 1)
        for year in -401...2_801 {
            for month in 1...12 {
                for day in 1...GregorianDay.daysInMonth(month, of: year) {
                    let parts = GregorianDay.parts(of: number)
                    guard GregorianDay.number(year: year, month: month, day: day) == number, parts == (year, month, day)
                    else {
                        Issue.record("\(year)-\(month)-\(day) is \(number), which is \(parts)")
                        return
                    }
                    number += 1
                }
            }
        }
    }
}
