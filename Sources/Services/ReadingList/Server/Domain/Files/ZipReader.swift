internal import ReadingListAPI
internal import TextFolding

/// Reads the lists in a zip archive (APPNOTE 6.3), as Pocket and Readwise export them, streaming one member after the
/// other: nothing is unpacked to the disk, and no name in the archive is used as a path.
///
/// A member that is no list of links is an entry that is refused, with its name.
struct ZipReader: LinkFileReader {
    private enum State { case header, data, descriptor, ended }

    private var state = State.header
    private var pending: ArraySlice<UInt8> = []
    private var member = ZipEntry()
    private var inflater: ZipInflater?
    private var left: Int64 = 0

    private var head: [UInt8] = []
    private var reader: (any LinkFileReader)?
    private var isIgnored = false
    private var checksum = CRC32()

    private var members = 0
    private var lists = 0
    private var bytes: Int64 = 0
    private let limitBytes: Int64
    private(set) var problem: String?

    /// - Parameter limitBytes: the most bytes of all members together.
    init(limitBytes: Int64 = ReadingListLimits.fileBytes) { self.limitBytes = limitBytes }

    private static let signatureBytes = 4
    /// The longest data descriptor after a member.
    private static let descriptorBytes = 24

    /// Whether a file is a zip archive.
    static func begins(_ head: [UInt8]) -> Bool {
        [[0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6]].contains { head.starts(with: $0 as [UInt8]) }
    }

    mutating func read(_ bytes: [UInt8], _ emit: (FileLink) -> Void) {
        guard state != .ended else { return }
        pending += bytes
        while step(isLast: false, emit) {}
    }

    mutating func finish(_ emit: (FileLink) -> Void) {
        while step(isLast: true, emit) {}
        if state != .ended { fail("The zip archive ends in the middle.") }
        // The open member's links are imported.
        if reader != nil || !head.isEmpty { endMember(emit) }
        if problem == nil, lists == 0 { problem = "This is no list of links: it is a zip archive without one." }
    }

    private mutating func fail(_ problem: String) {
        self.problem = self.problem ?? problem
        state = .ended
    }

    /// - Returns: whether to continue.
    private mutating func step(isLast: Bool, _ emit: (FileLink) -> Void) -> Bool {
        switch state {
        case .header: return header()
        case .data where member.isDeflated && !member.isEncrypted: return inflate(emit)
        case .data: return store(emit)
        case .descriptor: return descriptor(isLast: isLast)
        case .ended: return false
        }
    }

    private mutating func header() -> Bool {
        guard pending.count >= Self.signatureBytes else { return false }
        switch ZipEntry.Signature(pending) {
        case .member:
            guard let (member, used) = ZipEntry.read(pending) else { return false }
            pending = pending.dropFirst(used)
            begin(member)
            return true
        case .directory: state = .ended
        case nil: fail("The zip archive is damaged after member \(members).")
        }
        return false
    }

    private mutating func begin(_ member: ZipEntry) {
        members += 1
        (self.member, head, reader, checksum) = (member, [], nil, CRC32())
        (left, isIgnored, state) = (member.packedBytes, member.isOfNoUse, .data)
        inflater = member.isDeflated ? ZipInflater() : nil
        if members > ReadingListLimits.archiveMembers {
            fail("The zip archive has more than \(ReadingListLimits.archiveMembers) members.")
        } else if member.hasUnknownLength {
            fail("The member \(Excerpt.of(member.name)) of the zip archive cannot be read. Unpack the archive first.")
        }
    }

    private mutating func inflate(_ emit: (FileLink) -> Void) -> Bool {
        guard let inflater, !pending.isEmpty else { return false }
        let input = Array(pending)
        let progress = inflater.inflate(input) { deliver($0, emit) }
        switch progress {
        case .goesOn: pending = []
        case .ended(let used):
            pending = input[used...]
            endMember(emit)
            if state != .ended { state = member.hasDescriptor ? .descriptor : .header }
        case .damaged: fail("The member \(Excerpt.of(member.name)) of the zip archive is damaged.")
        }
        return state != .ended && !pending.isEmpty
    }

    private mutating func store(_ emit: (FileLink) -> Void) -> Bool {
        let piece = pending.prefix(Int(min(left, Int64(pending.count))))
        pending = pending.dropFirst(piece.count)
        left -= Int64(piece.count)
        if let why = member.refusal {
            if left == 0 { refuse(why, emit) }
        } else if !piece.isEmpty {
            _ = deliver(piece, emit)
        }
        guard left == 0 else { return false }
        if member.refusal == nil { endMember(emit) }
        if state != .ended { state = member.hasDescriptor ? .descriptor : .header }
        return state != .ended
    }

    /// Finds the data descriptor of a member of unknown length.
    private mutating func descriptor(isLast: Bool) -> Bool {
        guard isLast || pending.count >= Self.descriptorBytes + Self.signatureBytes else { return false }
        for offset in 0...Self.descriptorBytes where ZipEntry.Signature(pending.dropFirst(offset)) != nil {
            if offset >= 12, member.refusal == nil, member.checksum(in: pending) != checksum.value {
                fail("The member \(Excerpt.of(member.name)) of the zip archive is damaged.")
                return false
            }
            pending = pending.dropFirst(offset)
            state = .header
            return true
        }
        fail("The zip archive is damaged after member \(members).")
        return false
    }

    /// - Returns: whether more is wanted.
    private mutating func deliver(_ piece: ArraySlice<UInt8>, _ emit: (FileLink) -> Void) -> Bool {
        bytes += Int64(piece.count)
        guard bytes <= limitBytes else {
            fail("The zip archive holds more than \(limitBytes >> 20) MiB.")
            return false
        }
        checksum.add(piece)
        guard !isIgnored else { return true }
        if reader == nil {
            head += piece
            if head.count >= LinkFormats.headBytes { choose(emit) }
        } else {
            reader?.read(Array(piece), emit)
        }
        return true
    }

    /// Chooses a reader by the member's beginning.
    private mutating func choose(_ emit: (FileLink) -> Void) {
        let start = Array(head.prefix(LinkFormats.headBytes))
        if let chosen = Self.reader(start) {
            lists += 1
            reader = chosen
            reader?.read(head, emit)
        } else {
            isIgnored = true
            refuse("This member of the archive is no list of links.", emit)
        }
        head = []
    }

    private mutating func endMember(_ emit: (FileLink) -> Void) {
        if reader == nil, !head.isEmpty, !isIgnored { choose(emit) }
        reader?.finish(emit)
        if let why = reader?.problem {
            problem = problem ?? "\(Excerpt.of(member.name)): \(why)"
        }
        reader = nil
        guard state != .ended, !member.hasDescriptor, member.checksum != checksum.value else { return }
        fail("The member \(Excerpt.of(member.name)) of the zip archive is damaged.")
    }

    private func refuse(_ why: String, _ emit: (FileLink) -> Void) {
        var link = FileLink(line: 1)
        (link.url, link.refusal) = (member.name, why)
        emit(link)
    }

    /// A reader for a member; nil when it is no list: archives also contain the pages themselves, and notes about them.
    private static func reader(_ head: [UInt8]) -> (any LinkFileReader)? {
        let (format, text) = (LinkFormats.sniff(head), LinkFormats.text(head).lowercased())
        let isList =
            switch format {
            case .csv: true
            case .json: text.contains("http")
            case .bookmarks:
                ["netscape-bookmark-file", "<dt>", "pocket export", "<posts", "<opml"].contains(where: text.contains)
            case .list:
                text.split(whereSeparator: \.isNewline).first { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
                    .map { $0.contains("http://") || $0.contains("https://") } ?? false
            default: false
            }
        return isList ? (try? LinkFormats.open(head))?.reader : nil
    }
}
