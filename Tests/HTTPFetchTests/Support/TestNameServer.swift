import Foundation
import Glibc
import HTTPFetch
import Synchronization

/// A name server of a test's own, at 127.0.0.1:53 of a network of its own.
final class TestNameServer: Sendable {
    /// What a name has: for every question in turn the addresses that are answered, the last ones again and again; no
    /// answer at all where there is none.
    typealias Zone = [String: [[String]]]

    private let zone: Zone
    private let file: Int32
    private let requested = Mutex<[String: Int]>([:])

    /// Starts it on a thread of its own, which ends with the process.
    init(_ zone: Zone) throws {
        self.zone = zone
        file = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(53).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        Thread.detachNewThread { [self] in while serve() {} }
    }

    /// How often a name was asked for, with the kind of address.
    func questions(_ name: String, kind: UInt8 = 1) -> Int { requested.withLock { $0["\(name) \(kind)"] ?? 0 } }

    private func serve() -> Bool {
        var question = [UInt8](repeating: 0, count: 512)
        var (peer, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        return withUnsafeMutablePointer(to: &peer) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { peer in
                let count = recvfrom(file, &question, question.count, 0, peer, &length)
                guard count > 12 else { return false }
                if let response = response(to: Array(question[..<count])) {
                    sendto(file, response, response.count, 0, peer, length)
                }
                return true
            }
        }
    }

    /// The answer to a question (RFC 1035, section 4); nil when none is given.
    private func response(to question: [UInt8]) -> [UInt8]? {
        var (labels, place) = ([String](), 12)
        while place < question.count, question[place] > 0 {
            let end = place + 1 + Int(question[place])
            guard end < question.count else { return nil }
            labels.append(String(decoding: question[place + 1..<end], as: UTF8.self))
            place = end
        }
        guard place + 4 < question.count else { return nil }
        let (name, kind) = (labels.joined(separator: ".").lowercased(), question[place + 2])
        let number = requested.withLock { requested in
            defer { requested["\(name) \(kind)", default: 0] += 1 }
            return requested["\(name) \(kind)"] ?? 0
        }
        let entries = zone[name]
        if let entries, entries.isEmpty { return nil }
        let texts = entries.map { $0[min(number, $0.count - 1)] } ?? []
        let addresses = texts.compactMap { IPAddress($0)?.bytes }.filter { $0.count == (kind == 28 ? 16 : 4) }
        // The question's id, an answer with or without the name, one question, so many answers.
        var bytes = question[..<2] + [0x81, entries == nil ? 0x83 : 0x80, 0, 1, 0, UInt8(addresses.count), 0, 0, 0, 0]
        bytes += question[12..<place + 5]
        // The name again, its kind, of the internet, for no time.
        for address in addresses { bytes += [0xC0, 12, 0, kind, 0, 1, 0, 0, 0, 0, 0, UInt8(address.count)] + address }
        return Array(bytes)
    }
}
