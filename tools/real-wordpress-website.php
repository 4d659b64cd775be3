<?php
/*
 * Puts a website on the site, as a person does in its administration:
 *   php real-wordpress-website.php <wordpress> install <theme.zip>
 *   php real-wordpress-website.php <wordpress> import <file.xml>
 * The import keeps to what the importer of WordPress does with a file: what is there by title and date is skipped, ids are
 * kept where they are free, parents follow their pages, and `import_end` is called.
 */
[, $wordpress, $command, $file] = $argv;
$_SERVER['HTTP_HOST'] = '127.0.0.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
require $wordpress . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
wp_set_current_user(1);

if ($command === 'install') {
    $upgrader = new Theme_Upgrader(new Automatic_Upgrader_Skin());
    $done = $upgrader->install($file);
    if ($done !== true) exit('NOT INSTALLED ' . json_encode([$done, $upgrader->skin->get_upgrade_messages()]));
    $theme = $upgrader->theme_info();
    if ($theme->errors()) exit('BROKEN ' . $theme->errors()->get_error_message());
    switch_theme($theme->get_stylesheet());
    exit('INSTALLED ' . $theme->get('Name'));
}

$xml = simplexml_load_file($file, 'SimpleXMLElement', LIBXML_NOCDATA);
$spaces = $xml->getDocNamespaces();
if (!preg_match('/^\d+\.\d+$/', (string) $xml->channel->children($spaces['wp'])->wxr_version)) exit('NO WXR');
$ids = [];
$skipped = 0;
foreach ($xml->channel->item as $item) {
    $wp = $item->children($spaces['wp']);
    $type = (string) $wp->post_type;
    if (!post_type_exists($type)) exit('NO POST TYPE ' . $type);
    if (post_exists((string) $item->title, '', (string) $wp->post_date, $type)) {
        $skipped += 1;
        continue;
    }
    $id = wp_insert_post(wp_slash([
        'import_id' => (int) $wp->post_id,
        'post_author' => 1,
        'post_date' => (string) $wp->post_date,
        'post_date_gmt' => (string) $wp->post_date_gmt,
        'post_content' => (string) $item->children($spaces['content'])->encoded,
        'post_excerpt' => (string) $item->children($spaces['excerpt'])->encoded,
        'post_title' => (string) $item->title,
        'post_status' => (string) $wp->status,
        'post_name' => (string) $wp->post_name,
        'comment_status' => (string) $wp->comment_status,
        'ping_status' => (string) $wp->ping_status,
        'guid' => (string) $item->guid,
        'post_parent' => $ids[(int) $wp->post_parent] ?? 0,
        'menu_order' => (int) $wp->menu_order,
        'post_type' => $type,
    ]), true);
    if (is_wp_error($id)) exit('NOT IMPORTED ' . $id->get_error_message());
    $ids[(int) $wp->post_id] = $id;
}
do_action('import_end');
exit('IMPORTED ' . count($ids) . ', skipped ' . $skipped);
